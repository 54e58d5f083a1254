import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

// A slow, unavailable or faulty card provider, and concurrent requests: no payment is lost, doubled or invented.

let app: TestApp
let ada: Person
let invoice: { id: number; publicId: string }
let count = 0
const goodCard = '4242424242424242'
const create = 'POST /v1/checkout/sessions'
const read = 'GET /v1/checkout/sessions/:id'

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const makeInvoice = async (over: object = {}) => {
  const customer = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body
  const made = await app.send(ada, 'POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: `F-${++count}`,
    status: 'sent',
    issueDate: '2026-01-05',
    dueDate: '2030-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
    ...over,
  })
  const [row] = await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [made.body.id])
  return { id: made.body.id as number, publicId: row!.public_id }
}
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  invoice = await makeInvoice()
})

const checkout = async () => String((await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)).headers.location)
const verify = () => app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)
const markByHand = (id = invoice.id) => app.send(ada, 'POST', `/api/invoices/${id}/mark-paid`)
const attempts = async () =>
  (await app.sql<{ status: string }>('select status from payment_attempts where user_id = $1 order by created_at', [ada.userId])).map(
    (row) => row.status,
  )
const payments = () =>
  app.sql<{ provider: string; amount: string }>('select provider, amount from payments where user_id = $1', [ada.userId])
const unavailable = () => `/pay-invoice/${invoice.publicId}?payment=unavailable`
const payPage = () => `/pay-invoice/${invoice.publicId}`

test.each([
  ['fails', { kind: 'status', status: 503, count: 3 }],
  ['hangs up before it heard us', { kind: 'drop-before', count: 3 }],
  ['answers a web page', { kind: 'html', status: 200, count: 1 }],
])('a provider that %s: the customer is told, and the next click opens the checkout of the same attempt', async (_how, fault) => {
  await app.simulate('faults', { route: create, ...fault })
  expect(await checkout()).toBe(unavailable())
  expect(await attempts()).toEqual(['creating'])
  await payAtCheckout(await checkout(), goodCard)
  expect((await verify()).body.status).toBe('paid')
  expect(await attempts()).toEqual(['paid'])
})

test('after a lost answer the same checkout is requested again, not a second one', async () => {
  await app.simulate('faults', { route: create, kind: 'drop-after', count: 3 })
  expect(await checkout()).toBe(unavailable())
  expect(await checkout()).toContain('/sandbox/stripe/')
  expect(await attempts()).toEqual(['open'])
})

test('after an error that the provider repeats for the idempotency key, a new attempt is created', async () => {
  await app.simulate('faults', { route: create, kind: 'status', status: 500, count: 1, stored: true })
  expect(await checkout()).toContain('/sandbox/stripe/')
  expect(await attempts()).toEqual(['failed', 'open'])
})

test('an attempt that wasn’t opened for half a day is abandoned', async () => {
  await app.simulate('faults', { route: create, kind: 'status', status: 503, count: 3 })
  await checkout()
  await app.sql("update payment_attempts set created_at = created_at - interval '13 hours' where user_id = $1", [ada.userId])
  expect(await checkout()).toContain('/sandbox/stripe/')
  expect(await attempts()).toEqual(['failed', 'open'])
})

test('while the provider is unavailable nothing is marked as paid, and owner and customer are told', async () => {
  const page = await checkout()
  await payAtCheckout(page, goodCard)
  // More than these requests and their retries ask for: a check of Billfold's own may come between them.
  const fails = (route: string) => app.simulate('faults', { route, kind: 'status', status: 500, count: 30 })
  await fails(read)
  const verified = await verify()
  expect([verified.status, verified.body.message]).toEqual([
    502,
    "The payment provider can't be reached at the moment. Please try again in a minute.",
  ])
  await fails('POST /v1/checkout/sessions/:id/expire')
  expect((await markByHand()).status).toBe(502)
  expect(await payments()).toEqual([])
  await app.simulate('faults/clear', {})
  // The provider answers again: the customer has paid before.
  expect((await markByHand()).status).toBe(409)
  expect(await payments()).toEqual([{ provider: 'stripe', amount: '150.25' }])
})

test('the owner marks the invoice as paid while a checkout is being opened: the customer gets no checkout', async () => {
  await app.simulate('faults', { route: create, kind: 'latency', ms: 800 })
  const opening = checkout()
  await expect.poll(attempts).toEqual(['creating'])
  expect((await markByHand()).body.status).toBe('paid')
  expect(await opening).toBe(payPage())
  expect(await payments()).toEqual([{ provider: 'manual', amount: '150.25' }])
  expect(await attempts()).toEqual(['failed'])
})

test('paid by card and marked as paid at the same moment: one payment is recorded', async () => {
  const page = await checkout()
  await Promise.all([payAtCheckout(page, goodCard).catch(() => null), markByHand(), verify()])
  await verify()
  expect(await payments()).toHaveLength(1)
  expect((await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body.invoice).toMatchObject({
    status: 'paid',
    amountPaid: '150.25',
    balanceDue: '0.00',
  })
})

test('an older response never replaces a newer one', async () => {
  await payAtCheckout(await checkout(), goodCard)
  await app.sql("update payment_attempts set asked_at = now() + interval '1 minute' where user_id = $1", [ada.userId])
  expect((await verify()).body.status).toBe('open')
  expect(await attempts()).toEqual(['open'])
  await app.sql('update payment_attempts set asked_at = null where user_id = $1', [ada.userId])
  expect((await verify()).body.status).toBe('paid')
})

test('a refunded invoice doesn’t ask for the money again', async () => {
  await payAtCheckout(await checkout(), goodCard)
  await verify()
  await app.sql('update payments set refunded = amount where user_id = $1', [ada.userId])
  expect(await checkout()).toBe(payPage())
  expect((await markByHand()).status).toBe(409)
})

test('during a review no other checkout can be opened', async () => {
  await payAtCheckout(await checkout(), goodCard)
  await app.sql('update payment_attempts set amount = amount - 1 where user_id = $1', [ada.userId])
  await verify()
  expect(await attempts()).toEqual(['review'])
  expect(await checkout()).toBe(`${payPage()}?payment=review`)
  expect(await attempts()).toEqual(['review'])
})

test('a payment has the day of the charge, however late it is recorded', async () => {
  const [{ day } = { day: '' }] = await app.sql<{ day: string }>("select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day")
  await payAtCheckout(await checkout(), goodCard)
  app.setNow(new Date(Date.now() + 5 * 86_400_000))
  await verify()
  app.setNow(new Date())
  const shown = (await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body.payments
  expect(shown).toEqual([{ amount: '150.25', paymentDate: day, paymentMethod: 'card', refunded: '0.00' }])
})

test('scheduled checks become rarer, and end when the attempt is closed', async () => {
  await checkout()
  const [attempt] = await app.sql<{ id: string }>('select id from payment_attempts where user_id = $1', [ada.userId])
  const check = app.runners.find(({ name }) => name === 'payments.check')!
  const after = async (round: number) => {
    await app.sql("delete from graphile_worker._private_jobs where key like 'check-%'")
    await check.run({ userId: ada.userId, attemptId: attempt!.id, round })
    const rows = await app.sql<{ minutes: number }>(
      "select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker._private_jobs where key like 'check-%'",
    )
    return rows.map(({ minutes }) => minutes)
  }
  expect([await after(1), await after(2), await after(3), await after(50), await after(80)]).toEqual([[5], [15], [60], [1440], []])
  await markByHand()
  expect(await after(1)).toEqual([])
})

test('a draft that is marked as paid is issued; what asks for nothing is paid already, without a payment', async () => {
  const draft = await makeInvoice({ status: 'draft' })
  expect((await markByHand(draft.id)).body.status).toBe('paid')
  expect(await app.sql('select status, customer_snapshot ->> $2 as name from documents where id = $1', [draft.id, 'name'])).toEqual([
    { status: 'paid', name: 'Acme' },
  ])
  const free = await makeInvoice({ lineItems: [{ description: 'A gift', quantity: 1, unitPrice: 0 }] })
  expect(await markByHand(free.id)).toMatchObject({ status: 409, body: { message: 'Nothing is due on this invoice.' } })
  expect(await app.sql('select 1 from payments where document_id = $1', [free.id])).toEqual([])
})
