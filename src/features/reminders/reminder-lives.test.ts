import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { countKills, runKilledAt } from '#server/testing/kill-at-statement.ts'
import { addDays, type Day, day, today } from '#shared/dates.ts'
import { soakCount, soakProperty } from '#shared/testing/soak.ts'

// Accounts through random times of running and not running, with two nodes, and killed at every statement.

vi.setConfig({ testTimeout: 600_000 })
const [few, many] = [2, 30]
const lives = soakCount(few, many)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  // The worker leaves the emails to these tests, which send them when they want to.
  await app.sql(`create function hold_sending() returns trigger language plpgsql as $$
    begin if new.key like 'reminders.send %' then new.run_at := '2100-01-01'; end if; return new; end $$`)
  await app.sql('create trigger hold_sending before insert on graphile_worker._private_jobs for each row execute function hold_sending()')
})
afterAll(() => app.close())

const minute = 60_000
const dayMs = 24 * 60 * minute
const hourMs = 60 * minute
const start = day('2048-02-20')
let count = 0

const runner = (name: string) => app.runners.find((each) => each.name === name)!
const ruleSet = fc.uniqueArray(fc.constantFrom(-30, -7, -3, -1, 0, 1, 3, 7, 14, 30, 60), { minLength: 1, maxLength: 6 })
const life = fc.record({
  timeZone: fc.constantFrom(
    ...[
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'America/Havana',
      'Africa/Cairo',
      'UTC',
    ],
    ...Intl.supportedValuesOf('timeZone'),
  ),
  hours: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 8 }))
    .map(([from, length]) => [from, Math.min(24, from + length)] as const),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  rules: ruleSet,
  invoices: fc.array(fc.record({ customer: fc.integer({ min: 0, max: 2 }), due: fc.integer({ min: -20, max: 60 }) }), {
    minLength: 3,
    maxLength: 8,
  }),
  steps: fc.array(
    fc.record({
      pause: fc.oneof(
        { weight: 8, arbitrary: fc.constant('next' as const) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }).map((n) => n * hourMs) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }).map((n) => n * dayMs) },
        { weight: 1, arbitrary: fc.integer({ min: 60, max: 366 }).map((n) => n * dayMs) },
      ),
      /** What happens before the run, and between the run and the sending of its emails. */
      before: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: fc.nat(7) }),
      between: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: fc.nat(7) }),
      rules: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: ruleSet }),
      /** The emails are sent so much later. */
      delay: fc.constantFrom(0, 0, 0, 30 * minute, 9 * hourMs, 3 * dayMs),
    }),
    { minLength: 8, maxLength: 25 },
  ),
})

type Sent = { at: number; customer: number; about: { id: number; offset: number }[] }

const live = async ({
  timeZone,
  hours: [fromHour, untilHour],
  weekdays,
  rules,
  invoices,
  steps,
}: typeof life extends fc.Arbitrary<infer T> ? T : never) => {
  const ada: Person = await app.person(`life${++count}`)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  let now = Date.parse(start)
  app.setNow(new Date(now))
  const customers: number[] = []
  for (let n = 0; n < 3; n++)
    customers.push((await app.call(ada, 'POST', '/api/customers', { name: `C${n}`, email: `c${n}@life${count}.example` })).id)
  const made = new Map<number, { customer: number; dueDate: Day; paidAt: number | null }>()
  for (const { customer, due } of invoices) {
    const dueDate = addDays(start, due)
    const { id } = await app.call(ada, 'POST', '/api/invoices', {
      ...{ customerId: customers[customer]!, invoiceNumber: `L-${made.size}`, issueDate: '2048-01-15', dueDate, status: 'draft' },
      lineItems: [{ description: 'Hosting', quantity: '1', unitPrice: '40.00' }],
    })
    await app.sql(`update documents set status = 'sent', sent_at = '2048-01-15' where id = $1`, [id])
    made.set(id, { customer: customers[customer]!, dueDate, paidAt: null })
  }
  const ids = [...made.keys()]
  /** The day from which each rule holds. */
  const validFrom = new Map<number, Day>()
  const save = async (offsets: readonly number[]) => {
    const tomorrow = addDays(today(new Date(now), timeZone), 1)
    for (const known of [...validFrom.keys()]) if (!offsets.includes(known)) validFrom.delete(known)
    for (const offset of offsets) if (!validFrom.has(offset)) validFrom.set(offset, tomorrow)
    await app.call(ada, 'PUT', '/api/reminder-settings', {
      ...{ isEnabled: true, timeZone, fromHour, untilHour, weekdays },
      rules: offsets.map((offsetDays) => ({ offsetDays })),
    })
  }
  await save(rules)
  const pay = async (n: number | null) => {
    const id = n === null ? undefined : ids[n]
    if (id === undefined || made.get(id)!.paidAt !== null) return
    await app.call(ada, 'POST', `/api/invoices/${id}/payments` as '/api/invoices/1/payments', {
      ...{ amount: '40.00', paymentDate: '2048-02-01', paymentMethod: 'Cash', sendReceipt: false },
    })
    made.get(id)!.paidAt = now
  }
  const sent: Sent[] = []
  const seen = new Set<number>()
  const collect = async () => {
    const rows = await app.sql<Omit<Sent, 'at'> & { emailId: number }>(
      `select e.id::int as "emailId", e.customer_id::int as customer, json_agg(json_build_object('id', n.document_id, 'offset', n.offset_days)) as about
       from reminder_emails e join reminders n on n.user_id = e.user_id and n.email_id = e.id and n.reason is null
       where e.user_id = $1 and e.state = 'accepted' group by e.id, e.customer_id`,
      [ada.userId],
    )
    for (const { emailId, ...row } of rows) {
      if (seen.has(emailId)) continue
      seen.add(emailId)
      sent.push({ at: now, ...row })
      check(sent.at(-1)!)
    }
  }
  const clock = (at: number) => {
    const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at).split(' ')
    return { day: parts[0] as Day, hour: Number(parts[1]!.slice(0, 2)) }
  }

  const perDay = new Set<string>()
  /** A reminder is sent in its hours, not before its day, not for a day before the rule, not after payment, and not as a second one of the day. */
  const check = ({ at, customer, about }: Sent) => {
    const { day: on, hour } = clock(at)
    const where = `${timeZone} ${new Date(at).toISOString()}, ${on} ${hour}:00`
    expect(hour >= fromHour && hour < untilHour, `quiet hours: ${where}`).toBe(true)
    expect(weekdays, where).toContain(new Date(on).getUTCDay() || 7)
    expect(perDay.has(`${customer} ${on}`), `two emails: ${where}`).toBe(false)
    perDay.add(`${customer} ${on}`)
    for (const { id, offset } of about) {
      const { dueDate, paidAt } = made.get(id)!
      expect(paidAt, `after payment: ${where}`).toBeNull()
      expect(addDays(dueDate, offset) <= on, `before its time: ${where}`).toBe(true)
      expect(addDays(dueDate, offset) >= validFrom.get(offset)!, `before its rule: ${where}`).toBe(true)
    }
  }
  /** Within the hours, nothing that is due is left over after a run. */
  const checkComplete = async () => {
    const { day: on, hour } = clock(now)
    if (hour < fromHour || hour >= untilHour || !weekdays.includes(new Date(on).getUTCDay() || 7)) return
    const done = await app.sql<{ id: number; offset: number }>(
      'select document_id::int as id, offset_days::int as offset from reminders where user_id = $1',
      [ada.userId],
    )
    for (const [id, { customer, dueDate, paidAt }] of made)
      for (const [offset, from] of validFrom) {
        const due = addDays(dueDate, offset)
        if (paidAt !== null || due < from || due > on || perDay.has(`${customer} ${on}`)) continue
        expect(
          done.some((each) => each.id === id && each.offset === offset),
          `left over: ${timeZone} ${new Date(now).toISOString()} ${due}`,
        ).toBe(true)
      }
  }

  for (const { pause, before, between, rules: changed, delay } of steps) {
    const [queued] = await app.sql<{ at: Date }>('select run_at as at from graphile_worker.jobs where key = $1', [
      `reminders.run ${ada.userId}`,
    ])
    now = pause === 'next' ? Math.max(now, queued!.at.getTime()) : now + pause
    app.setNow(new Date(now))
    await pay(before)
    if (changed) await save(changed)
    const results = await Promise.allSettled([
      runner('reminders.run').run({ userId: ada.userId }),
      runner('reminders.run').run({ userId: ada.userId }),
    ])
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    await collect()
    now += delay
    app.setNow(new Date(now))
    await pay(between)
    const emails = await app.sql<{ id: number }>(`select id::int from reminder_emails where user_id = $1 and state = 'queued'`, [
      ada.userId,
    ])
    for (const { id } of emails) await runner('reminders.send').run({ userId: ada.userId, emailId: id })
    await collect()
    if (delay === 0) await checkComplete()
  }

  const rows = await app.sql<{ id: number; offset: number; n: number }>(
    `select document_id::int as id, offset_days::int as offset, count(*)::int as n from reminders where user_id = $1 group by 1, 2 having count(*) > 1`,
    [ada.userId],
  )
  expect(rows).toEqual([])
  return sent.length
}

test(`${lives} random accounts in any zone, with downtime up to a year and two nodes: each reminder once, in its hours, and none after payment`, async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(life, async (each) => {
      sent += await live(each)
    }),
    soakProperty(few, many),
  )
  expect(sent).toBeGreaterThan(0)
})

test('a run and a sending that are killed at any of their statements send each reminder once', async () => {
  const ada = await app.person('killed')
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  app.setNow(new Date('2050-01-10T12:00:00Z'))
  await app.call(ada, 'PUT', '/api/reminder-settings', {
    ...{ isEnabled: true, timeZone: 'UTC', fromHour: 9, untilHour: 17, weekdays: [1, 2, 3, 4, 5, 6, 7] },
    rules: [{ offsetDays: 7 }],
  })
  const mailsTo = async (address: string) => (await app.mails(0)).filter(({ to }) => to.address === address).length
  let killed = 0
  for (const part of ['run', 'send'] as const) {
    let isDone = false
    for (let nth = 1; !isDone; nth++) {
      const email = `${part}-${nth}@killed.example`
      const customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Killed', email })).id
      const { id } = await app.call(ada, 'POST', '/api/invoices', {
        ...{ customerId, invoiceNumber: `${part}-${nth}`, issueDate: '2050-01-10', dueDate: '2050-01-20', status: 'draft' },
        lineItems: [{ description: 'Hosting', quantity: '1', unitPrice: '40.00' }],
      })
      await app.sql(`update documents set status = 'sent', sent_at = '2050-01-10' where id = $1`, [id])
      app.setNow(new Date('2050-01-27T10:00:00Z'))
      const run = () => runner('reminders.run').run({ userId: ada.userId })
      const list = () =>
        app.sql<{ emailId: number; state: string }>(
          'select n.email_id::int as "emailId", e.state from reminders n join reminder_emails e on e.user_id = n.user_id and e.id = n.email_id where n.document_id = $1',
          [id],
        )
      const jobs = () => app.sql(`select 1 from graphile_worker.jobs where key = any($1)`, [[`reminders.run ${ada.userId}`]])
      const where = `${part} killed at statement ${nth}`
      if (part === 'run') isDone = await runKilledAt(app.database, nth, run)
      await run()
      expect([(await list()).length, (await jobs()).length], where).toEqual([1, 1])
      const { emailId } = (await list())[0]!
      const send = () => runner('reminders.send').run({ userId: ada.userId, emailId })
      if (part === 'send') isDone = await runKilledAt(app.database, nth, send)
      await send()
      await send()
      expect([await list(), await mailsTo(email)], where).toEqual([[{ emailId, state: 'accepted' }], 1])
      if (!isDone) killed++
    }
  }
  expect(killed).toBeGreaterThan(countKills(20))
})
