import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { countKills, runKilledAt } from '#server/testing/kill-at-statement.ts'

let app: TestApp
let ada: Person
let customerId: number
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.setNow(new Date('2050-01-10T12:00:00Z'))
  ada = await app.person(`ada${Math.random()}`)
  await app.sql(`update users set subscription_status = 'active', email_verified = true where id = $1`, [ada.userId])
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Kim & Co', email: 'kim@customer.example' })).id
})
afterAll(() => app.close())

const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '150.00' }]
let count = 0
const createInvoice = async (more: object = {}) =>
  (
    await app.call(ada, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: `L-${++count}`, issueDate: '2050-01-10', dueDate: '2050-02-10', lineItems, ...more },
    })
  ).id
const createEstimate = async (more: object = {}) =>
  (
    await app.call(ada, 'POST', '/api/estimates', {
      ...{ customerId, estimateNumber: `E-${++count}`, issueDate: '2050-01-10', expiryDate: '2050-02-10', lineItems, ...more },
    })
  ).id
type Url = '/api/invoices/1/scheduled-send'
const at = (id: number, kind = 'invoices') => `/api/${kind}/${id}/scheduled-send` as Url
const tomorrow = { day: '2050-01-11', time: '08:00', timeZone: 'Europe/Berlin' }
const schedule = (id: number, more: object = {}, kind = 'invoices') => app.send(ada, 'PUT', at(id, kind), { ...tomorrow, ...more })
const run = (documentId: number) => app.runners.find(({ name }) => name === 'scheduled-sends.run')!.run({ userId: ada.userId, documentId })
const emails = (id: number) =>
  app.sql<{ to: string; subject: string }>('select to_address as "to", subject from document_emails where document_id = $1', [id])
const isScheduled = async (id: number) => (await app.sql('select 1 from scheduled_sends where document_id = $1', [id])).length === 1
const getInvoice = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}` as '/api/invoices/1')
const kinds = async (id: number, kind = 'invoices') =>
  (await app.call(ada, 'GET', `/api/${kind}/${id}/history` as '/api/invoices/1/history')).events.map((event) => [event.kind, event.by])
/** How often the owner is told, and was: the worker may have done the job already. */
const countTold = async () => {
  const queued = await app.sql(
    `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'scheduled-sends.problem' and (j.payload ->> 'userId')::bigint = $1`,
    [ada.userId],
  )
  const sent = (await app.mails(0)).filter(
    (mail) => JSON.stringify(mail).includes('was not sent') && JSON.stringify(mail).includes(ada.email),
  )
  return queued.length > 0 ? queued.length : sent.length
}

test('a draft stays a draft until its time, and is then issued and emailed as it is, once', async () => {
  const id = await createInvoice()
  const scheduled = await schedule(id, { subject: 'For you', cc: [], copyToMe: true })
  expect([scheduled.status, scheduled.body]).toEqual([
    200,
    {
      ...{ ...tomorrow, hasProblem: false, sendAt: '2050-01-11T07:00:00.000Z', problem: null, to: null, cc: [], copyToMe: true },
      ...{ subject: 'For you', message: null },
    },
  ])
  app.setNow(new Date('2050-01-11T06:59:59Z'))
  await run(id)
  expect(await getInvoice(id)).toMatchObject({ status: 'draft', scheduledSend: { ...tomorrow, hasProblem: false } })
  const draft = await getInvoice(id)
  const edit = { customerId, invoiceNumber: draft.invoiceNumber, issueDate: '2050-01-10', dueDate: '2050-02-10' }
  const edited = await app.send(ada, 'PUT', `/api/invoices/${id}`, { ...edit, lineItems: [{ ...lineItems[0], unitPrice: '175.00' }] })
  expect(edited.body).toMatchObject({ status: 'draft', total: '175.00', scheduledSend: tomorrow })

  app.setNow(new Date('2050-01-11T07:00:00Z'))
  await Promise.all([run(id), run(id)])
  await run(id)
  expect(await getInvoice(id)).toMatchObject({ status: 'sent', total: '175.00', issueDate: '2050-01-10', scheduledSend: null })
  expect(await emails(id)).toEqual([{ to: 'kim@customer.example', subject: 'For you' }])
  expect(await app.call(ada, 'GET', at(id))).toBe(null)
  expect((await kinds(id)).slice(0, 1)).toEqual([['sent', 'Billfold']])
})

test('a canceled, moved, deleted, paid or already sent document is not emailed at the time', async () => {
  const [canceled, moved, deleted, paid, sent] = [
    await createInvoice(),
    await createInvoice(),
    await createInvoice(),
    await createInvoice({ status: 'sent', holdEmail: true }),
    await createInvoice(),
  ]
  await app.call(ada, 'POST', `/api/invoices/${paid}/undo-send`)
  await app.sql(
    `update documents set status = 'sent', customer_snapshot = '{"name": "Kim"}', business_snapshot = '{"name": "Ada", "language": "en"}' where id = $1`,
    [paid],
  )
  for (const id of [canceled, moved, deleted, paid, sent]) expect((await schedule(id)).status).toBe(200)
  expect((await app.send(ada, 'DELETE', at(canceled))).status).toBe(204)
  expect((await app.send(ada, 'DELETE', at(canceled))).status).toBe(404)
  expect((await schedule(moved, { day: '2050-01-12' })).status).toBe(200)
  await app.send(ada, 'DELETE', `/api/invoices/${deleted}`)
  await app.sql(`update documents set status = 'paid' where id = $1`, [paid])
  expect((await app.send(ada, 'POST', `/api/invoices/${sent}/send-email`)).status).toBe(200)
  expect([await isScheduled(deleted), await isScheduled(sent)]).toEqual([false, false])

  app.setNow(new Date('2050-01-11T08:00:00Z'))
  for (const id of [canceled, moved, deleted, paid, sent]) await run(id)
  for (const [id, n] of [
    [canceled, 0],
    [moved, 0],
    [deleted, 0],
    [paid, 0],
    [sent, 1],
  ] as const)
    expect([id, (await emails(id)).length]).toEqual([id, n])
  expect([await isScheduled(moved), await isScheduled(paid)]).toEqual([true, false])
  expect((await kinds(canceled)).slice(0, 2)).toEqual(
    [
      ['unscheduled', 'ada Tester'],
      ['scheduled', 'ada Tester'],
    ].map(([kind]) => [kind, expect.any(String)]),
  )
  app.setNow(new Date('2050-01-12T07:00:00Z'))
  await run(moved)
  expect(await emails(moved)).toHaveLength(1)
})

test('a status that the owner sets by hand takes the schedule away', async () => {
  const id = await createInvoice()
  await schedule(id)
  const { invoiceNumber } = await getInvoice(id)
  const form = { customerId, invoiceNumber, issueDate: '2050-01-10', dueDate: '2050-02-10', lineItems }
  const saved = await app.send(ada, 'PUT', `/api/invoices/${id}`, { ...form, status: 'sent' })
  expect([saved.status, await isScheduled(id)]).toEqual([200, false])
})

test('an invoice that was sent can be scheduled to be emailed again, and an estimate to be issued', async () => {
  const invoice = await createInvoice({ status: 'sent' })
  const estimate = await createEstimate()
  expect([(await schedule(invoice)).status, (await schedule(estimate, {}, 'estimates')).status]).toEqual([200, 200])
  app.setNow(new Date('2050-01-11T07:30:00Z'))
  for (const id of [invoice, invoice, estimate, estimate]) await run(id)
  expect([(await emails(invoice)).length, (await emails(estimate)).length]).toEqual([2, 1])
  expect(await app.call(ada, 'GET', `/api/estimates/${estimate}` as '/api/estimates/1')).toMatchObject({
    status: 'sent',
    scheduledSend: null,
  })
  expect((await kinds(invoice))[0]).toEqual(['sent', 'Billfold'])
})

test('an email that can’t be sent waits, says why, tells the owner once, and is tried again each hour', async () => {
  const id = await createInvoice()
  await schedule(id)
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Kim & Co', email: null })
  app.setNow(new Date('2050-01-11T07:00:00Z'))
  await run(id)
  await run(id)
  const waiting = await app.call(ada, 'GET', at(id))
  expect(waiting).toMatchObject({ sendAt: '2050-01-11T08:00:00.000Z', problem: "Customer doesn't have an email address on file." })
  expect(await getInvoice(id)).toMatchObject({ status: 'draft', scheduledSend: { hasProblem: true } })
  expect(await countTold()).toBe(1)
  const { attention } = await app.call(ada, 'GET', '/api/dashboard')
  expect(attention.map(({ kind, count: n }) => [kind, n])).toEqual([['unsent', 1]])
  // One that the worker has begun counts on, as an email.
  await app.sql('delete from graphile_worker._private_jobs where key = $1 and locked_at is null', [
    `scheduled-sends.problem ${ada.userId} ${id}`,
  ])
  const told = await countTold()
  app.setNow(new Date('2050-01-11T08:00:00Z'))
  await run(id)
  expect([await countTold(), (await emails(id)).length]).toEqual([told, 0])
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Kim & Co', email: 'kim@customer.example' })
  await run(id)
  expect(await emails(id)).toEqual([])
  app.setNow(new Date('2050-01-11T09:00:00Z'))
  await run(id)
  expect(await emails(id)).toHaveLength(1)
})

test('a scheduled send that is killed at any of its statements emails the document once', async () => {
  let isDone = false
  let killed = 0
  for (let nth = 1; !isDone; nth++) {
    app.setNow(new Date('2050-01-10T12:00:00Z'))
    const id = await createInvoice()
    await schedule(id)
    app.setNow(new Date('2050-01-11T07:00:00Z'))
    isDone = await runKilledAt(app.database, nth, () => run(id))
    // Killed at COMMIT, it may be done; but never one without the other.
    const sent = await emails(id)
    expect([sent.length, await isScheduled(id)], `killed at statement ${nth}`).toEqual(sent.length === 1 ? [1, false] : [0, true])
    await run(id)
    await run(id)
    expect([(await emails(id)).length, (await getInvoice(id)).status], `after a kill at statement ${nth}`).toEqual([1, 'sent'])
    if (!isDone) killed++
  }
  expect(killed).toBeGreaterThan(countKills(10))
})

test('words for one customer are never sent to another one', async () => {
  const id = await createInvoice()
  await schedule(id, { message: 'Dear Kim' })
  const other = (await app.call(ada, 'POST', '/api/customers', { name: 'Lee', email: 'lee@customer.example' })).id
  const { invoiceNumber } = await getInvoice(id)
  const form = { invoiceNumber, issueDate: '2050-01-10', dueDate: '2050-02-10', lineItems }
  await app.call(ada, 'PUT', `/api/invoices/${id}` as '/api/invoices/1', { ...form, customerId: other })
  app.setNow(new Date('2050-01-11T07:00:00Z'))
  await run(id)
  expect([(await emails(id)).length, (await app.call(ada, 'GET', at(id)))!.problem]).toEqual([
    0,
    expect.stringContaining('customer was changed'),
  ])
})

test('after a downtime of at most a day it is sent; after a longer one the owner is asked', async () => {
  const [late, tooLate] = [await createInvoice(), await createInvoice()]
  await schedule(late)
  await schedule(tooLate)
  app.setNow(new Date('2050-01-12T07:00:00Z'))
  await run(late)
  expect(await emails(late)).toHaveLength(1)
  app.setNow(new Date('2050-01-23T08:00:00Z'))
  await run(tooLate)
  await run(tooLate)
  expect(await emails(tooLate)).toEqual([])
  expect(await app.call(ada, 'GET', at(tooLate))).toMatchObject({
    sendAt: null,
    problem: 'It was due on Jan 11, 2050, 12 days ago. Send it now, or choose another time.',
  })
  expect(await countTold()).toBe(1)
  expect((await schedule(tooLate, { day: '2050-01-24' })).body).toMatchObject({ problem: null, sendAt: '2050-01-24T07:00:00.000Z' })
  app.setNow(new Date('2050-01-24T07:00:00Z'))
  await run(tooLate)
  expect(await emails(tooLate)).toHaveLength(1)
})

test('the night of a time change: a skipped time is its end, and a repeated one is its first', async () => {
  const [spring, autumn] = [await createInvoice(), await createInvoice()]
  expect((await schedule(spring, { day: '2050-03-27', time: '02:30' })).body.sendAt).toBe('2050-03-27T01:00:00.000Z')
  expect((await schedule(autumn, { day: '2050-10-30', time: '02:30' })).body.sendAt).toBe('2050-10-30T00:30:00.000Z')
})

test('visitors, strangers, past times, days that do not exist and foreign addresses are refused, and nothing is scheduled', async () => {
  const id = await createInvoice()
  const estimate = await createEstimate()
  const bob = await app.person(`bob${Math.random()}`)
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? tomorrow : undefined
    for (const url of [at(id), at(estimate, 'estimates')]) {
      expect([method, (await app.send(null, method, url, body)).status]).toEqual([method, 401])
      expect([method, (await app.send(bob, method, url, body)).status]).toEqual([method, 404])
    }
    expect([method, (await app.send(ada, method, at(id, 'estimates'), body)).status]).toEqual([method, 404])
  }
  const refused = async (more: object) => readRefusal(await schedule(id, more)).issues.map(({ path, message }) => [path, message])
  expect(await refused({ day: '2050-01-09' })).toEqual([['day', 'Date must not be in the past']])
  expect(await refused({ day: '2050-01-10', time: '13:00' })).toEqual([['time', 'Time must be in the future']])
  expect(await refused({ day: '2050-02-30' })).toEqual([['day', 'Date must be a day that exists, like 2026-01-31']])
  expect(await refused({ day: '2051-01-12' })).toEqual([['day', 'Date must be within a year, until Jan 11, 2051']])
  expect(await refused({ time: '8' })).toEqual([['time', 'Time must be like 08:00']])
  expect(await refused({ timeZone: 'Mars/Base' })).toEqual([['timeZone', 'Time zone must be one of the list, like America/New_York']])
  expect((await refused({ to: 'eve@evil.example' }))[0]![0]).toBe('to')
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Kim & Co', email: null })
  expect((await schedule(id)).status).toBe(409)
  expect(await isScheduled(id)).toBe(false)
})

test('an account has at most 1,000 of them, and changing one stays possible', async () => {
  const [one, other] = [await createInvoice(), await createInvoice()]
  await schedule(one)
  await app.sql(
    `with made as (
       insert into documents (user_id, type, number, customer_id, status, issue_date, due_date, currency, subtotal, net_amount, tax_amount, total, prices_include_tax, content_bytes, exchange_rate, home_total)
       select user_id, type, number || n, customer_id, status, issue_date, due_date, currency, subtotal, net_amount, tax_amount, total, prices_include_tax, content_bytes, exchange_rate, home_total
       from documents, generate_series(1, 999) n where id = $1 returning user_id, id, customer_id)
     insert into scheduled_sends (user_id, document_id, customer_id, day, time, time_zone, send_at, copy_to_me)
     select user_id, id, customer_id, '2050-02-01', '08:00', 'UTC', '2050-02-01', false from made`,
    [other],
  )
  expect(readRefusal(await schedule(other)).message).toBe('You have 1,000 scheduled emails, and there can be no more. Cancel one first.')
  expect((await schedule(one, { time: '09:00' })).status).toBe(200)
})
