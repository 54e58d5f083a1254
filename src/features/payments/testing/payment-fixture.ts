import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

// For tests of payments: `setUpPayments()` gives the file an app with an outbox and the provider simulators, and each test an owner with a
// customer and a sent invoice of $150.25.

export let app: TestApp
export let ada: Person
export let customerId: number
export let invoice: { id: number; publicId: string; number: string }
let count = 0
/** Makes the fixture's functions act on another invoice. */
export const setInvoice = (other: typeof invoice) => {
  invoice = other
}

/** To be called once by each test file: this module is evaluated once for all files of a worker. */
export const setUpPayments = () => {
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
    dueDate: '2030-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
  })
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [made.body.id])
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
      `select i.status, coalesce((select sum(amount - refunded) from payments p where p.document_id = i.id and p.status = 'succeeded'), 0)::text as paid
       from documents i where i.id = $1`,
      [id],
    )
  )[0]
export const events = async (id = invoice.id) =>
  (
    await app.sql<{ kind: string; actor: string; changes: { before: string | null; after: string | null }[] }>(
      "select kind, actor, changes from events where subject_type = 'invoice' and subject_id = $1 order by id",
      [id],
    )
  ).map(({ kind, actor, changes }) => [kind, actor, ...changes.map(({ before, after }) => `${before} > ${after}`)])
export const owner = () => `${ada.email.slice(0, ada.email.indexOf('@'))} Tester`
export const checkout = async () => String((await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)).headers.location)
/** The emails about the test's invoice. Those of other tests may still be sent. */
export const mailsAbout = async (number = invoice.number) => (await app.mails(0)).filter(({ text }) => text.includes(number))

/** The request of the success page. */
export const returnFromCheckout = (body?: object) => app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`, body)
export const history = async (id = invoice.id) => (await app.send(ada, 'GET', `/api/invoices/${id}/history`)).body
export const attention = async (id = invoice.id) => (await app.send(ada, 'GET', `/api/invoices/${id}`)).body.paymentAttention
export const attempts = (id = invoice.id) =>
  app.sql<{ id: string; provider: string; status: string; ref: string; problem: string | null }>(
    'select id, provider, status, ref, problem from payment_attempts where document_id = $1 order by created_at',
    [id],
  )
/** Reconciles an attempt as after a webhook event. */
export const reconcileAttempt = async (id: string) =>
  app.runners.find(({ name }) => name === 'payments.reconcile')!.run({ userId: ada.userId, attemptId: id })

const wallet = (what: string) => `/api/invoices/${invoice.publicId}/paypal-${what}`
export const setup = () => app.send(null, 'GET', wallet('setup'))
/** The request of PayPal's button. */
export const order = (amount: string | number = '150.25', over: object = {}) =>
  app.send(null, 'POST', wallet('order'), { amount, currency: 'USD', intent: 'CAPTURE', ...over })
export const approve = (orderId: string, funding: 'balance' | 'declined-card' | 'echeck' = 'balance') =>
  app.simulatePayPal('orders/approve', { order: orderId, funding })
export const capture = (orderId: string) => app.send(null, 'POST', `${wallet('order')}/${orderId}/capture`)
/** Creates an order, approves and captures it. */
export const payByWallet = async (amount?: string) => {
  const { id } = (await order(amount)).body
  await approve(id)
  return { id: id as string, reply: await capture(id) }
}
export const markByHand = (id = invoice.id) => app.send(ada, 'POST', `/api/invoices/${id}/mark-paid`)
/** Saves the invoice with another status. */
export const saveStatus = async (status: string, over: object = {}, id = invoice.id) => {
  const { body } = await app.send(ada, 'GET', `/api/invoices/${id}`)
  const { customerId, invoiceNumber, issueDate, dueDate, taxRate } = body
  const lineItems = (body.lineItems as Record<string, string>[]).map(({ description, quantity, unitPrice }) => ({
    description,
    quantity,
    unitPrice,
  }))
  const edit = { customerId, invoiceNumber, issueDate, dueDate, taxRate, lineItems, status, ...over }
  return app.send(ada, 'PUT', `/api/invoices/${id}`, edit)
}
/** The id of an order's capture, from the simulator. */
export const readCaptureId = async (orderId: string): Promise<string> => {
  type Dump = { accounts: Record<string, { captures: Record<string, { id: string; orderId: string }> }> }
  const { accounts } = await app.simulatePayPal<Dump>('dump')
  const all = Object.values(accounts).flatMap(({ captures }) => Object.values(captures))
  return all.find((each) => each.orderId === orderId)!.id
}
/** Makes the simulator report other values of an order. */
export const alterOrder = (orderId: string, to: { amount?: string; currency?: string; customId?: string; merchantId?: string }) =>
  app.simulatePayPal('orders/alter', { order: orderId, ...to })
export const refund = (paymentId: number, amount: string, over: object = {}, headers: Record<string, string> = {}, id = invoice.id) =>
  app.send(ada, 'POST', `/api/invoices/${id}/payments/${paymentId}/refund`, { amount, ...over }, headers)
