import { afterAll, beforeAll, expect, test } from 'vitest'
import { addInstrumentation } from '#server/platform/telemetry/instrumentation.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

// Refused by the form today, but possible in old rows: an invoice of 1,000 lines with 1,000 line breaks each.

let app: TestApp
let ada: Person
let kim: Person
let drawn = 0
const stopWatching = addInstrumentation({
  wrap: (kind, _about, work) => {
    if (kind === 'pdf') drawn += 1
    return work()
  },
})

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  kim = await app.person('kim')
})
afterAll(async () => {
  stopWatching()
  await app.close()
})

const makeInvoice = async (who: Person, invoiceNumber: string) => {
  const customer = (await app.send(who, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body
  const dates = { issueDate: '2026-01-05', dueDate: '2030-02-04' }
  const lineItems = [{ description: 'Design', quantity: 1, unitPrice: '10.00' }]
  const reply = await app.send(who, 'POST', '/api/invoices', { customerId: customer.id, invoiceNumber, ...dates, lineItems })
  expect(reply.status).toBe(201)
  return reply.body.id as number
}

const makeHostile = async (number: string) => {
  const id = await makeInvoice(ada, number)
  await app.sql(
    `insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
     select $1, $2, n, repeat(E'x\\n', 1000), 1.00, 0.00, 0.00, 0.00, 0.00 from generate_series(2, 1000) n`,
    [ada.userId, id],
  )
  return id
}

const sentence = (number: string) =>
  `A PDF can't hold invoice ${number}: the text is about 4.4 times as long as fits. Shorten its descriptions or split it into several invoices.`
const pdfOf = (who: Person, id: number) => app.send(who, 'GET', `/api/invoices/${id}/pdf`)
const emailsOf = async (who: Person, id: number) => (await app.send(who, 'GET', `/api/invoices/${id}/history`)).body.emails

test('its PDF is refused at once with one message for the owner and another for customers; the renderer is not called', async () => {
  const id = await makeHostile('LONG-1')
  drawn = 0
  const reply = await pdfOf(ada, id)
  expect([reply.status, reply.body]).toEqual([422, { message: sentence('LONG-1') }])
  const tab = await app.send(ada, 'GET', `/api/invoices/${id}/pdf`, undefined, { 'sec-fetch-dest': 'document' })
  expect([tab.status, tab.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
  expect(tab.body).toContain(`<p>${sentence('LONG-1').replace("'", '&#39;')}</p>`)
  await app.sql("update documents set status = 'sent' where id = $1", [id])
  const publicId = await getPublicId(app, id)
  const seen = await app.send(null, 'GET', `/api/public/invoice/${publicId}/pdf`)
  expect([seen.status, seen.body]).toEqual([
    422,
    { message: "This invoice can't be downloaded as a PDF. The page with its link shows everything it says." },
  ])
  for (const as of ['zip', 'pdf']) {
    const together = await app.send(ada, 'GET', `/api/invoices/download?ids=${id}&as=${as}`)
    expect([together.status, together.body]).toEqual([422, { message: sentence('LONG-1') }])
  }
  expect(drawn).toBe(0)
})

test('ten emails of it fail for good on the first attempt with the message; meanwhile another account gets its PDF and its email', async () => {
  const id = await makeHostile('LONG-2')
  const quiet = await makeInvoice(kim, 'SHORT-1')
  drawn = 0
  for (let count = 0; count < 10; count += 1) expect((await app.send(ada, 'POST', `/api/invoices/${id}/send-email`, {})).status).toBe(200)
  const [pdf, sent] = await Promise.all([pdfOf(kim, quiet), app.send(kim, 'POST', `/api/invoices/${quiet}/send-email`, {})])
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString(), sent.status]).toEqual([200, '%PDF-', 200])

  await expect.poll(async () => (await emailsOf(kim, quiet))[0].state, { timeout: 60_000 }).toBe('accepted')
  const outcomes = async () =>
    (await emailsOf(ada, id)).map(({ state, reason, attempts }: Record<string, unknown>) => ({ state, reason, attempts }))
  const failed = { state: 'failed', reason: sentence('LONG-2'), attempts: 1 }
  await expect.poll(outcomes, { timeout: 60_000 }).toEqual(Array(10).fill(failed))
  // No job is scheduled for a retry.
  await expect
    .poll(() => app.sql("select 1 from graphile_worker._private_jobs where payload::text like '%emailId%'"), { timeout: 60_000 })
    .toEqual([])
  // The owner sees it in the list, and only the other account's invoice was rendered: as a draft, and after it was sent.
  const [listed] = (await app.send(ada, 'GET', '/api/invoices')).body.filter((each: { id: number }) => each.id === id)
  expect([listed.emailState, drawn <= 2]).toEqual(['failed', true])
})
