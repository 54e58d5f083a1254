import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { countKills, runKilledAt } from '#server/testing/kill-at-statement.ts'
import { addDays, type Day, day, getMonthStart } from '#shared/dates.ts'
import { soakCount, soakProperty } from '#shared/testing/soak.ts'

vi.setConfig({ testTimeout: 300_000 })
const [few, many] = [2, 20]
const lives = soakCount(few, many)

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(new Date('2050-01-20T12:00:00Z'))
  ada = await app.person(`ada${Math.random()}`)
  await app.sql(`update users set subscription_status = 'active', email_verified = true where id = $1`, [ada.userId])
})
afterAll(() => app.close())

const url = '/api/statement-schedule'
const monthly = { isOn: true, dayOfMonth: 1, time: '08:00', timeZone: 'Europe/Berlin', sendsTo: 'balance' }
const save = (more: object = {}) => app.send(ada, 'PUT', url, { ...monthly, ...more })
const read = () => app.call(ada, 'GET', url)
const runs = () => app.call(ada, 'GET', `${url}/runs`)
const run = () => app.runners.find(({ name }) => name === 'statements.schedule')!.run({ userId: ada.userId })
/** Runs the job as two nodes do, until it waits for the next month: a run does 25 customers. */
const catchUp = async () => {
  for (let i = 0; i < 6; i++) await Promise.all([run(), run()])
}
let count = 0
const customer = async (
  name: string,
  email: string | null = `${name.toLowerCase().replaceAll(' ', '.')}@customer.example`,
  more: object = {},
) => (await app.call(ada, 'POST', '/api/customers', { name, email, ...more })).id
const invoice = async (customerId: number, issueDate: string, more: object = {}) =>
  (
    await app.call(ada, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: `M-${++count}`, status: 'sent', issueDate, dueDate: issueDate, ...more },
      lineItems: [{ description: 'Work', quantity: 1, unitPrice: '150.00' }],
    })
  ).id
const pay = (id: number, paymentDate: string) =>
  app.send(ada, 'POST', `/api/invoices/${id}/payments`, { amount: '150.00', paymentDate, paymentMethod: 'Cash' })
type Sent = { name: string; from: Day; to: Day }
const sent = () =>
  app.sql<Sent>(
    `select c.name, e.from_day::text as "from", e.to_day::text as "to" from statement_emails e join customers c on c.id = e.customer_id
     where e.user_id = $1 order by e.from_day, c.name`,
    [ada.userId],
  )
const january = { from: '2050-01-01', to: '2050-01-31' }

test('it is off until it is switched on, and then says when the next statements are sent', async () => {
  expect(await read()).toEqual({ ...monthly, isOn: false, timeZone: expect.any(String), next: null })
  const saved = await save()
  expect([saved.status, saved.body]).toEqual([200, { ...monthly, next: { at: '2050-02-01T07:00:00.000Z', period: '2050-01-01' } }])
  expect((await save({ dayOfMonth: -1 })).body.next).toEqual({ at: '2050-01-31T07:00:00.000Z', period: '2049-12-01' })
  // The 10th of this month has passed.
  expect((await save({ dayOfMonth: 10 })).body.next).toEqual({ at: '2050-02-10T07:00:00.000Z', period: '2050-01-01' })
  expect((await save({ isOn: false })).body.next).toBe(null)
})

test('each customer with a balance gets the statement of the month before once, and the others are skipped with the reason', async () => {
  await invoice(await customer('Owes'), '2050-01-05')
  const paid = await customer('Paid')
  await pay(await invoice(paid, '2050-01-06'), '2050-01-07')
  await invoice(await customer('Silent', null), '2050-01-05')
  await invoice(await customer('Off', 'off@customer.example', { statementsOff: true }), '2050-01-05')
  await invoice(await customer('Later'), '2050-02-01')
  const late = await customer('Pays late')
  const open = await invoice(late, '2050-01-05')
  await save()
  app.setNow(new Date('2050-02-01T06:59:59Z'))
  await catchUp()
  expect([await sent(), await runs()]).toEqual([[], []])
  app.setNow(new Date('2050-02-01T07:00:00Z'))
  await catchUp()
  await pay(open, '2050-02-01')
  await catchUp()
  expect(await sent()).toEqual([
    { name: 'Owes', ...january },
    { name: 'Pays late', ...january },
  ])
  const [month, ...more] = await runs()
  expect(more).toEqual([])
  expect(month).toMatchObject({
    period: '2050-01-01',
    sent: 2,
    skipped: 2,
    waiting: 0,
    reason: null,
    problem: null,
    finishedAt: expect.any(String),
  })
  expect(month!.skippedCustomers.map(({ name, reason }) => [name, reason])).toEqual([
    ['Off', 'Statements are off for this customer.'],
    ['Silent', 'No email address.'],
  ])
  expect((await read()).next).toEqual({ at: '2050-03-01T07:00:00.000Z', period: '2050-02-01' })
  const [job] = await app.sql<{ at: Date }>(
    `select j.run_at as at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'statements.schedule' and (j.payload ->> 'userId')::bigint = $1`,
    [ada.userId],
  )
  expect(job!.at.toISOString()).toBe('2050-03-01T07:00:00.000Z')
})

test('with movements, also customers who have paid get one', async () => {
  await pay(await invoice(await customer('Paid'), '2050-01-06'), '2050-01-07')
  await pay(await invoice(await customer('Long ago'), '2049-11-06'), '2049-11-07')
  await save({ sendsTo: 'movement' })
  app.setNow(new Date('2050-02-01T07:00:00Z'))
  await catchUp()
  expect((await sent()).map(({ name }) => name)).toEqual(['Paid'])
})

test('it looks again when a statement is sent: paid, opted out, deleted and switched off', async () => {
  const [paid, off, gone, rest] = [await customer('Paid'), await customer('Off'), await customer('Gone'), await customer('Rest')]
  const open = await invoice(paid, '2050-01-05')
  for (const id of [off, gone, rest]) await invoice(id, '2050-01-05')
  await save()
  app.setNow(new Date('2050-02-01T07:00:00Z'))
  // The month is claimed with these customers, and then the server stops.
  await app.sql('insert into statement_runs (user_id, period) values ($1, $2)', [ada.userId, '2050-01-01'])
  await app.sql(
    `insert into statement_run_customers (user_id, period, customer_id) select user_id, '2050-01-01', id from customers where user_id = $1`,
    [ada.userId],
  )
  await app.sql(`delete from documents where customer_id = $1`, [gone]).catch(() => undefined)
  await pay(open, '2050-01-31')
  await app.call(ada, 'PUT', `/api/customers/${off}` as '/api/customers/1', {
    name: 'Off',
    email: 'off@customer.example',
    statementsOff: true,
  })
  await app.sql('delete from statement_run_customers where customer_id = $1', [gone])
  await catchUp()
  expect((await sent()).map(({ name }) => name)).toEqual(['Rest'])
  expect((await runs())[0]!.skippedCustomers.map(({ name, reason }) => [name, reason])).toEqual([
    ['Off', 'Statements are off for this customer.'],
    ['Paid', 'Nothing to state.'],
  ])
  await app.sql(`update statement_run_customers set outcome = 'waiting', reason = null where user_id = $1 and customer_id = $2`, [
    ada.userId,
    off,
  ])
  await app.sql('update statement_runs set finished_at = null where user_id = $1', [ada.userId])
  await save({ isOn: false })
  await catchUp()
  expect((await sent()).map(({ name }) => name)).toEqual(['Rest'])
  expect((await runs())[0]!.skippedCustomers[0]!.reason).toBe('Monthly statements were switched off.')
})

test('a run of many customers is done in portions, and waits while no more emails may be sent', async () => {
  for (let i = 0; i < 60; i++) await invoice(await customer(`C${i}`), '2050-01-05')
  await save()
  await app.sql(`update users set subscription_status = 'none' where id = $1`, [ada.userId])
  app.setNow(new Date('2050-02-01T07:00:00Z'))
  await run()
  expect(await sent()).toHaveLength(25)
  expect((await runs())[0]).toMatchObject({ sent: 25, waiting: 35, finishedAt: null })
  await catchUp()
  expect(await sent()).toHaveLength(50)
  expect((await runs())[0]).toMatchObject({
    sent: 50,
    skipped: 0,
    waiting: 10,
    problem: expect.stringContaining('You have sent 50 emails today'),
  })
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  await catchUp()
  expect((await runs())[0]).toMatchObject({ sent: 60, waiting: 0, problem: null })
})

test('a run that is killed at any of its statements sends each statement once', async () => {
  for (const name of ['One', 'Two']) await invoice(await customer(name), '2050-01-05')
  await customer('Silent', null)
  let isDone = false
  let killed = 0
  for (let nth = 1; !isDone; nth++) {
    app.setNow(new Date('2050-01-20T12:00:00Z'))
    await app.sql('delete from statement_emails where user_id = $1', [ada.userId])
    await app.sql('delete from statement_runs where user_id = $1', [ada.userId])
    await save({ isOn: false })
    await save()
    app.setNow(new Date('2050-02-01T07:00:00Z'))
    isDone = await runKilledAt(app.database, nth, run)
    const once = [
      { name: 'One', ...january },
      { name: 'Two', ...january },
    ]
    expect(once, `killed at statement ${nth}`).toEqual(expect.arrayContaining(await sent()))
    await catchUp()
    expect(await sent(), `after a kill at statement ${nth}`).toEqual(once)
    expect((await runs()).map(({ sent: n, waiting }) => [n, waiting])).toEqual([[2, 0]])
    if (!isDone) killed++
  }
  expect(killed).toBeGreaterThan(countKills(15))
})

test('after a downtime only the newest month is sent, and the others are listed with the reason', async () => {
  await invoice(await customer('Owes'), '2050-01-05')
  await save()
  app.setNow(new Date('2050-04-20T12:00:00Z'))
  await catchUp()
  expect(await sent()).toEqual([{ name: 'Owes', from: '2050-03-01', to: '2050-03-31' }])
  expect((await runs()).map(({ period, sent: n, reason }) => [period, n, reason])).toEqual([
    ['2050-03-01', 1, null],
    ['2050-02-01', 0, 'It was due on Mar 01, 2050, and when it could be sent, the next month was due too.'],
    ['2050-01-01', 0, 'It was due on Feb 01, 2050, and when it could be sent, the next month was due too.'],
  ])
})

const zones = Intl.supportedValuesOf('timeZone')
const dayMs = 86_400_000
const lifeOf = fc.record({
  start: fc.integer({ min: 0, max: 364 }).map((n) => addDays(day('2051-01-01'), n)),
  dayOfMonth: fc.constantFrom(1, 2, 15, 27, 28, -1),
  time: fc.constantFrom('00:00', '02:30', '08:00', '23:59'),
  timeZone: fc.constantFrom(...zones),
  pauses: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('at' as const) },
      { weight: 3, arbitrary: fc.constant('before' as const) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
      { weight: 1, arbitrary: fc.integer({ min: 40, max: 400 }) },
    ),
    { minLength: 5, maxLength: 12 },
  ),
})
/** Whether a clock in the zone has shown the day and time, or a later one. */
const hasBegun = (of: string, time: string, timeZone: string, now: number): boolean => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Array.from({ length: 13 }, (_, i) => clock.format(now - i * 900_000)).some((shown) => shown >= `${of} ${time}:00`)
}

test(`${lives} random schedules in any zone, with downtime and two nodes: each month at most once, the newest, and never before its time`, async () => {
  await fc.assert(
    fc.asyncProperty(lifeOf, async ({ start, dayOfMonth, time, timeZone, pauses }) => {
      let now = Date.parse(`${start}T12:00:00Z`)
      app.setNow(new Date(now))
      await save({ isOn: false })
      await app.sql('delete from statement_emails where user_id = $1', [ada.userId])
      await app.sql('delete from statement_runs where user_id = $1', [ada.userId])
      await app.sql(
        'delete from customers where user_id = $1 and not exists (select from documents d where d.customer_id = customers.id)',
        [ada.userId],
      )
      await invoice(await customer('Owes'), '2050-12-05')
      const owing = (await app.call(ada, 'GET', '/api/customers')).length
      const enabled = now
      await save({ dayOfMonth, time, timeZone })
      const runDay = (month: Day) => (dayOfMonth === -1 ? addDays(getMonthStart(month, -1), -1) : addDays(month, dayOfMonth - 1))
      let last = getMonthStart(addDays(start, -40), 1)
      const expected: string[] = []
      for (const pause of pauses) {
        const next = Date.parse((await read()).next!.at as unknown as string)
        now = pause === 'at' ? Math.max(now, next) : pause === 'before' ? Math.max(now, next - 1) : now + pause * dayMs
        app.setNow(new Date(now))
        const due: Day[] = []
        for (let month = getMonthStart(last, -1); hasBegun(runDay(month), time, timeZone, now); month = getMonthStart(month, -1)) {
          last = month
          if (!hasBegun(runDay(month), time, timeZone, enabled)) due.push(getMonthStart(month, 1))
        }
        if (due.length > 0) expected.push(due.at(-1)!)
        for (let i = 0; i < 3 + owing / 25; i++) await Promise.all([run(), run()])
        expect((await sent()).map(({ from }) => from)).toEqual(expected.flatMap((period) => Array(owing).fill(period)))
      }
    }),
    soakProperty(few, many),
  )
})

test('visitors, days that no month has, and other bad input are refused', async () => {
  for (const [method, path] of [
    ['GET', url],
    ['PUT', url],
    ['GET', `${url}/runs`],
  ] as const)
    expect((await app.send(null, method, path, method === 'PUT' ? monthly : undefined)).status).toBe(401)
  const issues = async (more: object) => readRefusal(await save(more)).issues.map(({ path }) => path)
  expect(await issues({ dayOfMonth: 30 })).toEqual(['dayOfMonth'])
  expect(await issues({ dayOfMonth: 0 })).toEqual(['dayOfMonth'])
  expect(await issues({ time: '24:00', timeZone: 'Nowhere/Else', sendsTo: 'all' })).toEqual(['time', 'timeZone', 'sendsTo'])
  expect(await runs()).toEqual([])
})
