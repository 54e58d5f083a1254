import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'

// The days are in the future of the real clock, so that only these tests run the schedules.

let app: TestApp
let ada: Person
let customerId: number
let itemId: number
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(new Date('2050-01-10T12:00:00Z'))
  ada = await app.person(`ada${Math.random()}`)
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Bluebird Labs', email: 'billing@bluebird.example' })).id
  itemId = (await app.call(ada, 'POST', '/api/items', { name: 'Hosting', unitPrice: '40.00' })).id
})
afterAll(() => app.close())

const line = (more = {}) => ({ description: 'Hosting, {month}', quantity: '1', unitPrice: '40.00', ...more })
const input = (more: Record<string, unknown> = {}, lineItems: object[] = [line()]) => ({
  ...{
    customerId,
    startDay: '2050-01-31',
    frequency: 'monthly',
    timeZone: 'Europe/Berlin',
    time: '08:00',
    dueDays: 14,
    sendsInvoices: true,
  },
  content: { lineItems },
  ...more,
})
const path = '/api/recurring-invoices'
const create = (more = {}, lineItems?: object[]) => app.call(ada, 'POST', path, input(more, lineItems))
const get = (id: number) => app.call(ada, 'GET', `/api/recurring-invoices/${id}`)
const act = (id: number, action: string, body: object = {}) => app.send(ada, 'POST', `${path}/${id}/${action}`, body)
const runs = async (id: number) =>
  (await app.call(ada, 'GET', `/api/recurring-invoices/${id}/runs`)).map(({ day, outcome }) => [day, outcome])
const invoices = () => app.call(ada, 'GET', '/api/invoices?sort=issueDate')
const run = (recurringId: number, at?: string) => {
  if (at) app.setNow(new Date(at))
  return app.runners.find(({ name }) => name === 'recurring-invoices.run')!.run({ userId: ada.userId, recurringId })
}
const toOwner = async () => (await app.mails(0)).filter(({ to }) => to.address === ada.email)
const queuedAt = async (id: number) => {
  const [row] = await app.sql<{ at: Date }>('select run_at as at from graphile_worker.jobs where key = $1', [
    `recurring-invoices.run ${ada.userId} ${id}`,
  ])
  return row?.at.toISOString()
}
const refusal = (reply: Awaited<ReturnType<typeof act>>) => {
  const { message, issues } = readRefusal(reply) as { message: string; issues?: { path: string }[] }
  return [reply.status, issues?.[0]?.path, message]
}

test('a schedule is created, listed and read; its first run is queued for its time in its zone', async () => {
  const made = await create({}, [line({ itemId, followsItemPrice: true })])
  expect(made).toMatchObject({
    ...{ status: 'active', customerName: 'Bluebird Labs', nextDay: '2050-01-31', nextRunAt: '2050-01-31T07:00:00.000Z', madeCount: 0 },
    ...{ total: '40.00', currency: 'USD', problem: null, every: 1, onDays: [], version: 1 },
  })
  expect(await queuedAt(made.id)).toBe('2050-01-31T07:00:00.000Z')
  // The total follows the item's price.
  await app.call(ada, 'PUT', `/api/items/${itemId}`, { name: 'Hosting', unitPrice: '45.00' })
  expect((await app.call(ada, 'GET', '/api/recurring-invoices')).map(({ id, total }) => [id, total])).toEqual([[made.id, '45.00']])
  expect(await app.call(ada, 'GET', '/api/recurring-invoices?status=paused')).toEqual([])
  expect(await app.call(ada, 'GET', `/api/recurring-invoices?customerId=${customerId}`)).toMatchObject([{ firstLine: 'Hosting, {month}' }])
  expect(await app.call(ada, 'GET', `/api/recurring-invoices?customerId=${customerId + 1}`)).toEqual([])
  expect((await app.send(ada, 'GET', '/api/recurring-invoices?customerId=x')).status).toBe(400)
  expect((await get(made.id)).content.lineItems).toMatchObject([
    { description: 'Hosting, {month}', followsItemPrice: true, unitPrice: '45.00' },
  ])
})

test('the preview shows the next days, and the end of the list', async () => {
  const schedule = { startDay: '2050-01-31', frequency: 'monthly', timeZone: 'Europe/Berlin', time: '02:30' }
  const { days } = await app.call(ada, 'POST', `${path}/preview` as '/api/recurring-invoices/preview', schedule)
  expect(days).toHaveLength(12)
  expect(days.slice(0, 3).map(({ day }) => day)).toEqual(['2050-01-31', '2050-02-28', '2050-03-31'])
  const few = await app.call(ada, 'POST', '/api/recurring-invoices/preview', { ...schedule, maxCount: 2 })
  expect(few.days.map(({ at }) => at)).toEqual(['2050-01-31T01:30:00.000Z', '2050-02-28T01:30:00.000Z'])
})

test('each day makes one invoice, issued, with its texts filled in, and emailed; nothing before its time', async () => {
  const { id } = await create({ content: { lineItems: [line()], notes: 'For {period}, due {due date}. {unknown}' } })
  await run(id, '2050-01-31T06:59:59Z')
  expect(await invoices()).toEqual([])
  await run(id, '2050-01-31T07:00:00Z')
  await run(id)
  const [invoice, ...others] = await invoices()
  expect(others).toEqual([])
  expect(invoice).toMatchObject({
    ...{
      status: 'sent',
      issueDate: '2050-01-31',
      dueDate: '2050-02-14',
      total: '40.00',
      emailState: expect.stringMatching(/queued|accepted/),
    },
    notes: 'For January 31, 2050 – February 27, 2050, due February 14, 2050. {unknown}',
    lineItems: [{ description: 'Hosting, January 2050' }],
  })
  const { events, recurringInvoice } = await app.call(ada, 'GET', `/api/invoices/${invoice!.id}/history` as '/api/invoices/1/history')
  expect(recurringInvoice).toEqual({ id })
  expect(events.map(({ kind, by }) => [kind, by])).toEqual([
    ['sent', 'Billfold'],
    ['created', 'Billfold'],
  ])
  expect(await get(id)).toMatchObject({ nextDay: '2050-02-28', madeCount: 1 })
  expect(await queuedAt(id)).toBe('2050-02-28T07:00:00.000Z')
  expect(await app.call(ada, 'GET', `/api/recurring-invoices/${id}/runs`)).toMatchObject([
    { day: '2050-01-31', outcome: 'made', invoice: { id: invoice!.id, isDeleted: false } },
  ])
})

test('of twenty runs at once one makes the invoice', async () => {
  const { id } = await create()
  app.setNow(new Date('2050-01-31T07:00:00Z'))
  await Promise.all(Array.from({ length: 20 }, () => run(id)))
  expect(await invoices()).toHaveLength(1)
  expect(await runs(id)).toEqual([['2050-01-31', 'made']])
})

test('up to three missed invoices are made, oldest first; more pause the schedule and ask', async () => {
  const { id } = await create({ frequency: 'daily', sendsInvoices: false })
  await run(id, '2050-02-02T09:00:00Z')
  await run(id)
  await run(id)
  expect(await runs(id)).toEqual([
    ['2050-02-02', 'made'],
    ['2050-02-01', 'made'],
    ['2050-01-31', 'made'],
  ])
  // All are dated on the day when they were made, and are drafts.
  expect((await invoices()).map(({ issueDate, status }) => [issueDate, status])).toEqual(Array(3).fill(['2050-02-02', 'draft']))

  await run(id, '2050-02-06T09:00:00Z')
  expect(await get(id)).toMatchObject({ status: 'paused', problem: expect.stringContaining('missed since Feb 03, 2050') })
  await expect
    .poll(toOwner, { timeout: 60_000 })
    .toMatchObject([
      { subject: 'Recurring invoice for Bluebird Labs was paused', text: expect.stringContaining(`/recurring-invoices/${id}`) },
    ])
})

test.each([
  ['none', [], '2050-02-07', 'active'],
  ['latest', ['2050-02-06'], '2050-02-07', 'active'],
  ['all', ['2050-02-06', '2050-02-05', '2050-02-04', '2050-02-03', '2050-02-02', '2050-02-01', '2050-01-31'], '2050-02-07', 'active'],
])('after a pause, %s of the missed ones are made', async (missed, expected, nextDay, status) => {
  const { id } = await create({ frequency: 'daily' })
  expect((await act(id, 'pause')).body).toMatchObject({ status: 'paused' })
  await run(id, '2050-02-06T09:00:00Z')
  expect(await runs(id)).toEqual([])
  expect((await act(id, 'resume', { missed })).body).toMatchObject({ status: 'active', problem: null })
  for (let i = 0; i < 9; i++) await run(id)
  expect(await runs(id)).toEqual(expected.map((day) => [day, 'made']))
  expect(await get(id)).toMatchObject({ nextDay, status })
})

test('a day is skipped and does not count; a run by hand takes the next day; the last one ends the schedule', async () => {
  const { id } = await create({ maxCount: 2 })
  expect((await act(id, 'skip')).body).toMatchObject({ nextDay: '2050-02-28', madeCount: 0 })
  expect((await act(id, 'run-now')).body).toMatchObject({ nextDay: '2050-03-31', madeCount: 1, status: 'active' })
  expect((await act(id, 'run-now')).body).toMatchObject({ nextDay: null, nextRunAt: null, madeCount: 2, status: 'ended' })
  expect(await runs(id)).toEqual([
    ['2050-03-31', 'made'],
    ['2050-02-28', 'made'],
    ['2050-01-31', 'skipped'],
  ])
  for (const action of ['skip', 'run-now', 'resume'])
    expect(refusal(await act(id, action))).toEqual([409, undefined, 'This recurring invoice has ended. Change its end date first.'])
  // More invoices make it active again.
  const { version } = await get(id)
  expect(await app.call(ada, 'PUT', `/api/recurring-invoices/${id}` as '/api/recurring-invoices/1', { ...input(), version })).toMatchObject(
    {
      ...{ status: 'active', nextDay: '2050-04-30' },
    },
  )
})

test('an edit touches only what is not made yet, and a new price can begin on a day', async () => {
  const { id } = await create()
  await run(id, '2050-01-31T07:00:00Z')
  const edit = (price: string, more = {}) =>
    app.call(ada, 'PUT', `/api/recurring-invoices/${id}` as '/api/recurring-invoices/1', input(more, [line({ unitPrice: price })]))
  expect(await edit('50.00', { contentFrom: '2050-03-01' })).toMatchObject({ nextDay: '2050-02-28', total: '40.00' })
  await run(id, '2050-02-28T07:00:00Z')
  await run(id, '2050-03-31T07:00:00Z')
  expect((await invoices()).map(({ total }) => total)).toEqual(['40.00', '40.00', '50.00'])
  // A day that is done is not done again, whatever the new rule says.
  expect(await edit('60.00', { frequency: 'daily', startDay: '2050-03-30' })).toMatchObject({ nextDay: '2050-04-01', total: '60.00' })
  const stale = await app.send(ada, 'PUT', `${path}/${id}`, { ...input(), version: 1 })
  expect([stale.status, stale.body.current.id]).toEqual([409, id])
})

test('an edit of the schedule alone leaves the contents that begin later', async () => {
  const { id } = await create()
  const edit = (price: string, more = {}) =>
    app.call(ada, 'PUT', `/api/recurring-invoices/${id}` as '/api/recurring-invoices/1', input(more, [line({ unitPrice: price })]))
  await edit('50.00', { contentFrom: '2050-03-01' })
  await edit('40.00', { time: '09:00' })
  await run(id, '2050-01-31T08:00:00Z')
  await run(id, '2050-02-28T08:00:00Z')
  await run(id, '2050-03-31T08:00:00Z')
  expect((await invoices()).map(({ total }) => total)).toEqual(['40.00', '40.00', '50.00'])
})

test('where no invoice can be made it waits, says why, writes one email, and tries again', async () => {
  const { id } = await create()
  await app.call(ada, 'PUT', `/api/customers/${customerId}` as '/api/customers/1', { name: 'Bluebird Labs', email: '' })
  await run(id, '2050-01-31T07:00:00Z')
  await run(id, '2050-01-31T08:00:00Z')
  expect(await invoices()).toEqual([])
  expect(await get(id)).toMatchObject({
    status: 'active',
    nextDay: '2050-01-31',
    problem: "Customer doesn't have an email address on file.",
  })
  expect(await queuedAt(id)).toBe('2050-01-31T09:00:00.000Z')
  const waiting = [{ subject: 'Recurring invoice for Bluebird Labs is waiting' }]
  await expect.poll(toOwner, { timeout: 60_000 }).toMatchObject(waiting)

  await app.call(ada, 'PUT', `/api/customers/${customerId}` as '/api/customers/1', { name: 'Bluebird Labs', email: 'new@bluebird.example' })
  await run(id, '2050-01-31T09:00:00Z')
  expect(await get(id)).toMatchObject({ problem: null, madeCount: 1, nextDay: '2050-02-28' })
  expect(await toOwner()).toMatchObject(waiting)
})

test('a trial that is over, a missing rate and a deleted item are reasons to wait', async () => {
  const ofTrial = await create()
  const inEuros = await create({ content: { lineItems: [line()], currency: 'EUR' } })
  const ofItem = await create({}, [line({ itemId, followsItemPrice: true })])
  await app.call(ada, 'DELETE', `/api/items/${itemId}` as '/api/items/1')
  await run(inEuros.id, '2050-01-31T07:00:00Z')
  await run(ofItem.id)
  await app.sql(`update users set subscription_status = 'trial', trial_invoices_used = 10 where id = $1`, [ada.userId])
  await run(ofTrial.id)
  expect((await get(inEuros.id)).problem).toMatch(/exchange rate/i)
  expect(await get(ofItem.id)).toMatchObject({ problem: expect.stringContaining('the item was deleted'), total: null })
  expect((await get(ofTrial.id)).problem).toMatch(/free trial has expired/)
  expect(await invoices()).toEqual([])
})

test('input is refused with its field', async () => {
  const post = async (more: object, lineItems?: object[]) =>
    refusal(await app.send(ada, 'POST', path, input(more as Record<string, unknown>, lineItems)))
  expect(await post({ startDay: '2050-02-30' })).toEqual([400, 'startDay', expect.stringContaining('Start date')])
  expect(await post({ untilDay: '2050-01-30' })).toEqual([400, 'untilDay', 'End date must not be before the start date'])
  expect(await post({ untilDay: '2050-02-05', onDays: [15] })).toEqual([
    400,
    'untilDay',
    expect.stringContaining('There is no invoice between'),
  ])
  expect(await post({ untilDay: '2050-12-31', maxCount: 2 })).toEqual([400, 'maxCount', expect.stringContaining('not both')])
  expect(await post({ frequency: 'yearly', onDays: [1] })).toEqual([400, 'onDays', 'Days can be chosen only weekly and monthly'])
  expect(await post({ frequency: 'weekly', onDays: [8] })).toEqual([400, 'onDays', 'Weekdays must be from 1 (Monday) to 7 (Sunday)'])
  expect(await post({ onDays: [0] })).toEqual([400, 'onDays', expect.stringContaining('whole numbers')])
  expect(await post({ time: '24:00' })).toEqual([400, 'time', 'Time must be like 08:00'])
  expect(await post({ timeZone: 'Mars/Olympus' })).toEqual([400, 'timeZone', 'Time zone must be one of the list, like America/New_York'])
  // With such an interval no day would ever be found.
  for (const every of [0, -1, 'x', '', 366, 1.5])
    expect(await post({ every, onDays: [15] })).toEqual([400, 'every', expect.stringContaining('from 1 to 365')])
  expect(await post({ startDay: 'soon' })).toEqual([400, 'startDay', expect.stringContaining('Start date')])
  expect(await post({ untilDay: 'later' })).toEqual([400, 'untilDay', expect.stringContaining('End date')])
  expect(await post({ customerId: 999_999 })).toEqual([404, undefined, 'Customer not found'])
  expect(await post({}, [line({ itemId: 999_999 })])).toEqual([404, undefined, 'Item not found'])
  expect(await post({}, [line({ taxRateId: 999_999 })])).toEqual([404, 'content.lineItems.0.taxRateId', expect.any(String)])
  expect(await post({}, [line({ followsItemPrice: true })])).toEqual([400, 'content.lineItems.0.followsItemPrice', expect.any(String)])
  expect(await post({}, [line({ unitPrice: '99999999', quantity: '99999999' })])).toEqual([
    400,
    expect.stringContaining('content.'),
    expect.any(String),
  ])
})

test('a customer with a schedule is not deleted; a deleted schedule leaves its invoices', async () => {
  const { id } = await create()
  expect(refusal(await app.send(ada, 'DELETE', `/api/customers/${customerId}`))).toEqual([
    ...[409, undefined, "This customer has 1 recurring invoice, so it can't be deleted. Delete or reassign it first."],
  ])
  await run(id, '2050-01-31T07:00:00Z')
  await app.call(ada, 'DELETE', `/api/recurring-invoices/${id}` as '/api/recurring-invoices/1')
  await run(id, '2050-02-28T07:00:00Z')
  expect(await invoices()).toHaveLength(1)
  expect((await app.send(ada, 'GET', `${path}/${id}`)).status).toBe(404)
  expect((await app.call(ada, 'GET', `/api/recurring-invoices`)).map((each) => each.id)).toEqual([])
})

test('the history says what happened and who did it', async () => {
  const { id } = await create()
  await act(id, 'pause')
  await act(id, 'pause')
  await act(id, 'resume')
  await act(id, 'skip')
  const history = await app.call(ada, 'GET', `/api/recurring-invoices/${id}/history` as '/api/recurring-invoices/1/history')
  expect(history.map(({ kind }) => kind)).toEqual(['skipped', 'resumed', 'paused', 'created'])
})
