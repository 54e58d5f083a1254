import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// For tests of payments: `paying()` gives the file an app with an outbox and a card provider, and each test an owner with a customer and a
// sent invoice of $150.25.

export let app: TestApp
export let ada: Person
export let customerId: number
export let invoice: { id: number; publicId: string; number: string }
let count = 0
/** To be called once by each file: the files of a worker share this module, which is evaluated for the first of them only. */
export const paying = () => {
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    ada = await app.person(`ada${++count}`)
    customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body.id
    invoice = await makeInvoice()
  })
}

export const makeInvoice = async (status = 'sent', unitPrice = '150.25') => {
  const number = `M-${++count}`
  const made = await app.send(ada, 'POST', '/api/invoices', {
    customerId,
    invoiceNumber: number,
    status,
    issueDate: '2026-01-05',
    dueDate: '2099-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
  })
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_invoices where invoice_id = $1', [made.body.id])
  return { id: made.body.id as number, publicId: row!.public_id, number }
}

export const money = { amount: '50.25', paymentDate: '2026-01-20', paymentMethod: 'Bank transfer' }
export const url = (id = invoice.id) => `/api/invoices/${id}/payments`
export const pay = (over: object = {}, headers: Record<string, string> = {}, id = invoice.id) =>
  app.send(ada, 'POST', url(id), { ...money, ...over }, headers)
export const undo = (paymentId: number | string, id = invoice.id) => app.send(ada, 'DELETE', `${url(id)}/${paymentId}`)
export const stored = async (id = invoice.id) =>
  (
    await app.sql<{ status: string; paid: string }>(
      `select i.status, coalesce((select sum(amount - refunded) from payments p where p.invoice_id = i.id and p.status = 'succeeded'), 0)::text as paid
       from invoices i where i.id = $1`,
      [id],
    )
  )[0]
export const events = async (id = invoice.id) =>
  (
    await app.sql<{ kind: string; by: string; changes: { before: string | null; after: string | null }[] }>(
      'select kind, by, changes from invoice_events where invoice_id = $1 order by id',
      [id],
    )
  ).map(({ kind, by, changes }) => [kind, by, ...changes.map(({ before, after }) => `${before} > ${after}`)])
export const owner = () => `${ada.email.slice(0, ada.email.indexOf('@'))} Tester`
export const checkout = async () => String((await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)).headers.location)
/** Mails that left for this test's invoice; those of others may still be on their way. */
export const mailsAbout = async (number = invoice.number) => (await app.mails(0)).filter(({ text }) => text.includes(number))
