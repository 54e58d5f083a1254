import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords, getPublicId } from '#server/testing/records.ts'

// The customer's order number, the buyer's reference and the project: on every document, in all that shows it.

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-01-04T12:00:00Z'))
  ada = await app.person('ada')
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works', documentLanguage: 'de' })
})
afterAll(() => app.close())

const references = { orderNumber: 'PO 4711-ß', buyerReference: '04011000-12345-34', project: 'Dach Süd' }
const none = { orderNumber: null, buyerReference: null, project: null }
const lineItems = [{ description: 'Work', quantity: 1, unitPrice: '100.00' }]
const addCustomer = async (more: object = {}) =>
  (await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com', ...more })).id as number
let count = 0
const invoice = (customerId: number, more: object = {}) =>
  createRecords(app, ada).invoice({ customerId, invoiceNumber: `R-${++count}`, lineItems, ...more })
const problems = ({ status, body }: { status: number; body: { issues?: { path: string }[] } }) => [
  status,
  body.issues?.map(({ path }) => path),
]

test('they are printed in the language of the document, shown to the customer, found, and noted in the history', async () => {
  const customerId = await addCustomer()
  const { id } = await invoice(customerId, { ...references, status: 'sent' })
  const { bytes } = await app.send(ada, 'GET', `/api/invoices/${id}/pdf`)
  expect((await readPageTexts(bytes)).join('')).toMatch(
    /Bestellnummer.*Käuferreferenz.*Projekt.*PO4711-ß.*04011000-12345-34.*DachSüd|BestellnummerPO4711-ß.*Käuferreferenz04011000-12345-34.*ProjektDachSüd/,
  )
  expect(await app.call(null, 'GET', `/api/public/invoice/${await getPublicId(app, id)}`)).toMatchObject({ invoice: references })
  for (const text of ['4711', 'dach sud', '04011000'])
    expect(await app.call(ada, 'GET', `/api/search?q=${encodeURIComponent(text)}`)).toMatchObject({
      hits: [{ id }],
    })

  const [edited] = [await app.call(ada, 'GET', `/api/invoices/${id}`)]
  const body = { customerId, invoiceNumber: edited.invoiceNumber, issueDate: edited.issueDate, dueDate: edited.dueDate, lineItems }
  const kept = await app.call(ada, 'PUT', `/api/invoices/${id}`, { ...body, orderNumber: '' })
  expect(kept).toMatchObject({ ...references, orderNumber: null, version: edited.version + 1 })
  const { events } = await app.call(ada, 'GET', `/api/invoices/${id}/history`)
  expect(events.flatMap(({ changes }: { changes: object[] }) => changes)).toContainEqual({
    field: 'Order number',
    before: references.orderNumber,
    after: null,
  })
  expect(await app.call(ada, 'PUT', `/api/invoices/${id}`, { ...body, orderNumber: null, project: 'Dach Süd' })).toEqual(kept)
  for (const [path, value] of Object.entries({ orderNumber: 'x'.repeat(101), buyerReference: 5, project: 'a\nb' }))
    expect(problems(await app.send(ada, 'PUT', `/api/invoices/${id}`, { ...body, [path]: value }))).toEqual([400, [path]])
})

test('what is made of a document has them too', async () => {
  const customerId = await addCustomer()
  const estimate = await app.call(ada, 'POST', '/api/estimates', {
    ...{ customerId, estimateNumber: 'x', drawNumber: true, issueDate: '2026-01-02', expiryDate: '2026-02-02', lineItems, ...references },
  })
  const converted = await app.call(ada, 'POST', `/api/estimates/${estimate.id}/convert`)
  const deposit = await app.call(ada, 'POST', `/api/invoices/${converted.id}/deposits`, { percent: 10 })
  await app.call(ada, 'POST', `/api/invoices/${converted.id}/send-email`)
  const { creditNote, draft } = await app.call(ada, 'POST', '/api/credit-notes', { invoiceId: converted.id, reinvoice: true })
  const ownNote = await app.call(ada, 'POST', '/api/credit-notes', { customerId, lineItems, ...references })
  const again = await app.call(ada, 'GET', `/api/invoices/${draft!.id}`)
  expect([converted, deposit, creditNote, ownNote.creditNote, again]).toEqual(Array(5).fill(expect.objectContaining(references)))

  const schedule = { customerId, startDay: '2026-01-04', frequency: 'monthly', timeZone: 'UTC', time: '08:00', sendsInvoices: false }
  const recurring = await app.call(ada, 'POST', '/api/recurring-invoices', { ...schedule, content: { lineItems, ...references } })
  await app.call(ada, 'POST', `/api/recurring-invoices/${recurring.id}/run-now`)
  const [newest] = (await app.sql('select max(id)::int as id from documents')) as [{ id: number }]
  const made = await app.call(ada, 'GET', `/api/invoices/${newest.id}`)
  expect([recurring.content, made]).toEqual([expect.objectContaining(references), expect.objectContaining(references)])
})

test('a new document has the reference of its customer, unless it says another one or none', async () => {
  const customerId = await addCustomer({ buyerReference: 'Desk 4' })
  expect(await invoice(customerId)).toMatchObject({ ...none, buyerReference: 'Desk 4' })
  expect(await invoice(customerId, { buyerReference: 'Desk 5' })).toMatchObject({ buyerReference: 'Desk 5' })
  for (const buyerReference of ['', null]) expect(await invoice(customerId, { buyerReference })).toMatchObject(none)
})

test('an invoice of a customer that asks for an order number is not sent without one', async () => {
  const customerId = await addCustomer({ orderNumberRequired: true })
  const message = 'Acme asks for an order number on each invoice: enter it'
  const input = { customerId, invoiceNumber: 'x', drawNumber: true, issueDate: '2026-01-02', dueDate: '2026-01-16', lineItems }
  const refused = await app.send(ada, 'POST', '/api/invoices', { ...input, status: 'sent' })
  expect(refused).toMatchObject({ status: 400, body: { message, issues: [{ path: 'orderNumber', message }] } })
  const draft = await app.call(ada, 'POST', '/api/invoices', input)
  expect(problems(await app.send(ada, 'POST', `/api/invoices/${draft.id}/send-email`))).toEqual([400, ['orderNumber']])
  const { id: _, ...edit } = { ...input, id: draft.id, orderNumber: 'PO-1' }
  await app.call(ada, 'PUT', `/api/invoices/${draft.id}`, edit)
  await app.call(ada, 'POST', `/api/invoices/${draft.id}/send-email`)
  expect(await app.call(ada, 'GET', `/api/invoices/${draft.id}`)).toMatchObject({ status: 'sent', orderNumber: 'PO-1' })
})
