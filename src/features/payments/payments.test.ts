import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

let app: TestApp
let ada: Person
let invoice: { id: number; publicId: string }
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const readPublicId = async (id: number) =>
  (await app.sql<{ public_id: string }>('select public_id from public_links where document_id = $1', [id]))[0]!.public_id
const makeInvoice = async (status: string, unitPrice = '150.25') => {
  const customer = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body
  const created = await app.send(ada, 'POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: `P-${++count}`,
    status,
    issueDate: '2026-01-05',
    dueDate: '2030-02-04',
    lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
  })
  return { id: created.body.id as number, publicId: await readPublicId(created.body.id) }
}
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  invoice = await makeInvoice('sent')
})
const read = async (publicId = invoice.publicId) => app.send(null, 'GET', `/api/public/invoice/${publicId}`)
const checkout = async () => {
  const reply = await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)
  expect(reply.status).toBe(303)
  return String(reply.headers.location)
}
const markPaid = () => app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)

test('the public page shows the invoice by its public id, and nothing private', async () => {
  const reply = await read()
  expect(reply.status).toBe(200)
  expect(reply.body.invoice).toMatchObject({
    id: invoice.publicId,
    status: 'sent',
    total: '150.25',
    balanceDue: '150.25',
    customerName: 'Acme',
  })
  expect(reply.body.paymentConfig).toEqual({ hasStripe: true, hasPayPal: true, sandbox: true })
  expect(JSON.stringify(reply.body)).not.toMatch(/secret|sk_test|userId|customerId|pay@acme/)
  expect((await read(String(invoice.id))).status).toBe(404)
  expect((await read('a'.repeat(24))).status).toBe(404)
  expect((await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}/pdf`)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a draft isn’t public; making its payment link issues it', async () => {
  const draft = await makeInvoice('draft')
  expect((await read(draft.publicId)).status).toBe(404)
  expect((await app.send(null, 'POST', `/api/invoices/${draft.publicId}/create-payment`)).status).toBe(404)
  const link = await app.send(ada, 'POST', `/api/invoices/${draft.id}/create-payment`)
  expect(link.body.paymentUrl).toBe(`${app.origin}/pay/${draft.publicId}/checkout`)
  expect((await read(draft.publicId)).body.invoice).toMatchObject({ status: 'sent', paymentUrl: link.body.paymentUrl })
})

test('a card payment in the sandbox pays the invoice once, with one receipt and one notification', async () => {
  const number = (await read()).body.invoice.invoiceNumber as string
  const url = await checkout()
  expect(url).toContain(`${app.origin}/sandbox/stripe/`)
  expect(await checkout()).toBe(url)
  expect((await markPaid()).body).toMatchObject({ status: 'open', balanceDue: '150.25' })
  const back = await payAtCheckout(url, '4242 4242 4242 4242')
  expect(back.location).toContain(`${app.origin}/payment-success?invoice=${invoice.publicId}&session_id=cs_test_`)
  const replies = await Promise.all([markPaid(), markPaid(), markPaid()])
  for (const reply of replies) expect(reply.body).toEqual({ status: 'paid', amountPaid: '150.25', balanceDue: '0.00' })
  expect(await app.sql('select amount, status, payment_method, provider from payments where user_id = $1', [ada.userId])).toEqual([
    { amount: '150.25', status: 'succeeded', payment_method: 'card', provider: 'stripe' },
  ])
  expect((await read()).body).toMatchObject({
    invoice: { status: 'paid', balanceDue: '0.00' },
    payments: [{ amount: '150.25', paymentMethod: 'card' }],
  })
  // Emails of earlier tests may still be sent: only this invoice's count.
  const sent = async () => (await app.mails(0)).filter(({ text }) => text.includes(number))
  await expect.poll(async () => (await sent()).length, { timeout: 60_000 }).toBe(3)
  const mails = await sent()
  expect(mails.map((m) => m.to.address).sort()).toEqual([ada.email, 'pay@acme.example', 'pay@acme.example'].sort())
  expect(mails.filter((m) => /receipt/i.test(m.subject))).toHaveLength(1)
  expect(await checkout()).toBe(`/pay-invoice/${invoice.publicId}`)
  expect((await app.send(ada, 'POST', `/api/invoices/${invoice.id}/create-payment`)).body.message).toBe(
    'This invoice has already been paid.',
  )
})

test('opening the success page, or a declined card, pays nothing', async () => {
  expect((await markPaid()).body.status).toBe('open')
  const declined = await payAtCheckout(await checkout(), '4000 0000 0000 0002')
  expect(declined.location).toBeNull()
  expect((await markPaid()).body.status).toBe('open')
  expect(await app.sql('select 1 from payments where user_id = $1', [ada.userId])).toEqual([])
})

test('without a return of the browser, the scheduled check finds the payment', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'check-%'")
  await expect.poll(async () => (await read()).body.invoice.status, { timeout: 60_000 }).toBe('paid')
})

test('a checkout of an old amount is closed before a new one is opened', async () => {
  const old = await checkout()
  await app.sql(
    "insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, status) values ($1, $2, 50.25, '2026-01-06', 'manual', 'manual', 'succeeded')",
    [ada.userId, invoice.id],
  )
  const fresh = await checkout()
  expect(fresh).not.toBe(old)
  expect((await payAtCheckout(old, '4242424242424242')).location).toBeNull()
  await payAtCheckout(fresh, '4242424242424242')
  expect((await markPaid()).body).toEqual({ status: 'paid', amountPaid: '150.25', balanceDue: '0.00' })
})

test('the owner can mark the invoice as paid; an open checkout is closed first', async () => {
  const page = await checkout()
  expect((await app.send(ada, 'POST', `/api/invoices/${invoice.id}/mark-paid`)).body).toEqual({
    status: 'paid',
    amountPaid: '150.25',
    balanceDue: '0.00',
  })
  expect((await payAtCheckout(page, '4242424242424242')).location).toBeNull()
  expect((await app.send(ada, 'POST', `/api/invoices/${invoice.id}/mark-paid`)).status).toBe(409)
  expect((await app.send(null, 'POST', `/api/invoices/${invoice.id}/mark-paid`)).status).toBe(401)
  expect((await app.send(await app.person(`eve${count}`), 'POST', `/api/invoices/${invoice.id}/mark-paid`)).status).toBe(404)
})

test('a provider’s report that differs from the request pays nothing', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await app.sql('update payment_attempts set amount = amount - 1 where user_id = $1', [ada.userId])
  expect((await markPaid()).body.status).toBe('open')
  expect(await app.sql('select status from payment_attempts where user_id = $1', [ada.userId])).toEqual([{ status: 'review' }])
})

test('twenty concurrent clicks open one checkout', async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => checkout()))
  expect(new Set(pages).size).toBe(1)
  expect(await app.sql('select status from payment_attempts where user_id = $1', [ada.userId])).toEqual([{ status: 'open' }])
})
