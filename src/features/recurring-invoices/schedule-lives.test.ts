import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { countKills, runKilledAt } from '#server/testing/kill-at-statement.ts'
import { addDays, type Day, day } from '#shared/dates.ts'
import { soakCount, soakProperty } from '#shared/testing/soak.ts'

// Schedules through random times of running and not running, with two nodes, and killed at every statement.

vi.setConfig({ testTimeout: 600_000 })
const [few, many] = [3, 50]
const lives = soakCount(few, many)

let app: TestApp
let ada: Person
let customerId: number
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ada = await app.person(`ada${Math.random()}`)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Bluebird Labs', email: 'billing@bluebird.example' })).id
})
afterAll(() => app.close())

const create = (schedule: object) =>
  app.call(ada, 'POST', '/api/recurring-invoices', {
    ...{ customerId, dueDays: 14, sendsInvoices: false, ...schedule },
    content: { lineItems: [{ description: 'Hosting', quantity: '1', unitPrice: '40.00' }] },
  })
const run = (recurringId: number) =>
  app.runners.find(({ name }) => name === 'recurring-invoices.run')!.run({ userId: ada.userId, recurringId })
type State = { status: string; nextDay: Day | null; nextRunAt: Date | null }
const readState = async (id: number): Promise<State> =>
  (
    await app.sql<State>('select status, next_day::text as "nextDay", next_run_at as "nextRunAt" from recurring_invoices where id = $1', [
      id,
    ])
  )[0]!
const readRuns = (id: number) =>
  app.sql<{ day: Day; made: boolean }>(
    `select day::text as day, outcome = 'made' as made from recurring_runs where recurring_id = $1 order by day`,
    [id],
  )
const countInvoices = async () =>
  (await app.sql<{ n: number }>(`select count(*)::int as n from documents where user_id = $1`, [ada.userId]))[0]!.n

const weekday = (of: Day) => new Date(of).getUTCDay() || 7
/** Whether a day belongs to a schedule, asked of the calendar. */
const belongs = ({ startDay, frequency, every, onDays }: Life, asked: Day): boolean => {
  const [start, at] = [new Date(startDay), new Date(asked)]
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  const months = (at.getUTCFullYear() - start.getUTCFullYear()) * 12 + at.getUTCMonth() - start.getUTCMonth()
  const isOn = (date: number) => at.getUTCDate() === (date === -1 || date > length ? length : date)
  const monday = (of: Day) => Date.parse(addDays(of, 1 - weekday(of)))
  if (frequency === 'weekly')
    return (
      ((monday(asked) - monday(startDay)) / 604_800_000) % every === 0 &&
      (onDays.length > 0 ? onDays : [weekday(startDay)]).includes(weekday(asked))
    )
  if (frequency === 'monthly') return months % every === 0 && (onDays.length > 0 ? onDays : [start.getUTCDate()]).some(isOn)
  return months % (12 * every) === 0 && isOn(start.getUTCDate())
}

const minute = 60_000
const dayMs = 24 * 60 * minute
const zones = Intl.supportedValuesOf('timeZone')
const lifeOf = fc.record({
  startDay: fc.integer({ min: 0, max: 366 }).map((n) => addDays(day('2048-01-01'), n)),
  frequency: fc.constantFrom('weekly', 'monthly', 'monthly', 'yearly'),
  every: fc.integer({ min: 1, max: 3 }),
  days: fc.uniqueArray(fc.constantFrom(1, 2, 5, 7, 15, 29, 31, -1), { maxLength: 3 }),
  time: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '59')).map(([h, m]) => `${String(h).padStart(2, '0')}:${m}`),
  timeZone: fc.constantFrom(...zones),
  maxCount: fc.option(fc.integer({ min: 1, max: 30 })),
  /** Times between looks: often exactly at the next run or a minute before, else up to hours, weeks or a year. */
  pauses: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('at' as const) },
      { weight: 3, arbitrary: fc.constant('before' as const) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 * 24 }).map((n) => n * minute) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }).map((n) => n * dayMs) },
      { weight: 1, arbitrary: fc.integer({ min: 60, max: 366 }).map((n) => n * dayMs) },
    ),
    { minLength: 10, maxLength: 40 },
  ),
  answers: fc.infiniteStream(fc.constantFrom('all' as const, 'latest' as const, 'none' as const)),
})
type Life = Omit<typeof lifeOf extends fc.Arbitrary<infer T> ? T : never, 'days'> & { onDays: number[] }

/** Whether a clock in the zone has shown the day and time, or a later one: also when it was set back since. */
const hasBegun = (of: Day, time: string, timeZone: string, now: number): boolean => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Array.from({ length: 13 }, (_, i) => clock.format(now - i * 15 * minute)).some((shown) => shown >= `${of} ${time}:00`)
}

/** Runs the schedule as two nodes do, until its next run is in the future. */
const catchUp = async (id: number, now: number): Promise<State> => {
  for (let i = 0; i < 400; i++) {
    await Promise.all([run(id), run(id)])
    const state = await readState(id)
    if (state.status !== 'active' || state.nextRunAt!.getTime() > now) return state
  }
  throw new Error('It never caught up')
}

const live = async ({ pauses, answers, days, ...rest }: typeof lifeOf extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
  const onDays = rest.frequency === 'weekly' ? days.filter((d) => d >= 1 && d <= 7) : rest.frequency === 'monthly' ? days : []
  const life = { ...rest, onDays }
  const { startDay, time, timeZone, maxCount } = life
  let now = Date.parse(startDay) - 3 * dayMs
  app.setNow(new Date(now))
  const invoicesBefore = await countInvoices()
  const { id } = await create({ startDay, frequency: life.frequency, every: life.every, onDays, time, timeZone, maxCount })
  const expected = new Map<Day, boolean>()
  let checkedThrough = addDays(startDay, -1)

  for (const pause of pauses) {
    const before = await readState(id)
    if (before.nextRunAt === null) break
    const next = before.nextRunAt.getTime()
    now = pause === 'at' ? Math.max(now, next) : pause === 'before' ? Math.max(now, next - 1) : now + pause
    app.setNow(new Date(now))
    const newDays: Day[] = []
    for (let d = addDays(checkedThrough, 1); hasBegun(d, time, timeZone, now); d = addDays(d, 1)) {
      checkedThrough = d
      if (belongs(life as unknown as Life, d)) newDays.push(d)
    }
    const left = maxCount === null ? newDays.length : maxCount - [...expected.values()].filter(Boolean).length
    let state = await catchUp(id, now)
    if (newDays.length > 3) {
      // Also when fewer are left: the owner is asked before a burst of any length.
      expect(state.status).toBe('paused')
      const missed = answers.next().value as 'all' | 'latest' | 'none'
      await app.call(ada, 'POST', `/api/recurring-invoices/${id}/resume` as '/api/recurring-invoices/1/resume', { missed })
      const chosen = missed === 'all' ? newDays : missed === 'latest' ? newDays.slice(-1) : []
      for (const each of chosen.slice(0, left)) expected.set(each, true)
      state = await catchUp(id, now)
    } else for (const each of newDays.slice(0, left)) expected.set(each, true)

    const runs = await readRuns(id)
    expect(runs.map((each) => each.day)).toEqual([...expected.keys()].sort())
    expect(await countInvoices()).toBe(invoicesBefore + expected.size)
    expect(state.status === 'ended').toBe(maxCount !== null && expected.size >= maxCount)
  }
}

test(`${lives} random schedules in any zone, with downtime up to a year and two nodes: each day once, and never before its time`, async () => {
  await fc.assert(fc.asyncProperty(lifeOf, live), soakProperty(few, many))
})

test('a run that is killed at any of its statements leaves nothing, and the next one makes one invoice', async () => {
  const schedule = { startDay: '2050-01-31', frequency: 'monthly', time: '08:00', timeZone: 'Europe/Berlin', sendsInvoices: true }
  app.setNow(new Date('2050-01-10T12:00:00Z'))
  let killed = 0
  let isDone = false
  for (let at = 1; !isDone; at++) {
    app.setNow(new Date('2050-01-10T12:00:00Z'))
    const { id } = await create(schedule)
    const before = await countInvoices()
    app.setNow(new Date('2050-01-31T07:00:00Z'))
    isDone = await runKilledAt(app.database, at, () => run(id))
    const [made, runs] = [(await countInvoices()) - before, (await readRuns(id)).length]
    // Killed at COMMIT, it may be done; but never one without the other.
    expect([made, runs], `killed at statement ${at}`).toEqual(made === 1 ? [1, 1] : [0, 0])
    if (!isDone) killed++
    await run(id)
    expect([(await countInvoices()) - before, (await readRuns(id)).length], `after a kill at statement ${at}`).toEqual([1, 1])
    const emails = await app.sql(
      'select 1 from document_emails e join recurring_runs r on r.document_id = e.document_id where r.recurring_id = $1',
      [id],
    )
    expect(emails, `after a kill at statement ${at}`).toHaveLength(1)
  }
  expect(killed).toBeGreaterThan(countKills(10))
})
