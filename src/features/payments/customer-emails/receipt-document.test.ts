import { expect, test } from 'vitest'
import { ada, app, checkout, invoice, makeInvoice, pay, setUpPayments, undo } from '#features/payments/testing/payment-fixture.ts'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'

setUpPayments()

const open = (of = invoice) => app.send(null, 'GET', `/api/public/invoice/${of.publicId}/receipt`)
const own = (who = ada, id = invoice.id) => app.send(who, 'GET', `/api/invoices/${id}/receipt`)
const readText = async (bytes: Uint8Array) => (await readPageTexts(bytes)).join('')
const readPublicReceipt = async (of = invoice) => readText((await open(of)).bytes)
const refund = (amount: string) => app.sql('update payments set refunded = $2 where document_id = $1', [invoice.id, amount])
const read = async (of = invoice) => (await app.send(null, 'GET', `/api/public/invoice/${of.publicId}`)).body

test('there is no receipt without a payment, for a draft, a deleted invoice, another user or an unknown id', async () => {
  expect((await open()).body.message).toBe('Receipt not found')
  expect([(await open()).status, (await own()).status]).toEqual([404, 404])
  await pay({ amount: '150.25' })
  expect([(await open()).status, (await own()).status]).toEqual([200, 200])
  expect((await own(await app.person('stranger-of-receipts'))).status).toBe(404)
  expect((await app.send(null, 'GET', `/api/invoices/${invoice.id}/receipt`)).status).toBe(401)
  for (const publicId of [String(invoice.id), 'a'.repeat(24)]) expect((await open({ ...invoice, publicId })).status).toBe(404)
  await app.sql("update documents set status = 'draft' where id = $1", [invoice.id])
  expect((await open()).status).toBe(404)
  await app.sql("update documents set status = 'paid', deleted_at = now() where id = $1", [invoice.id])
  expect([(await open()).status, (await own()).status]).toEqual([404, 404])
})

test('the receipt of a partial payment shows the payment, its method and the balance due; each further payment changes it', async () => {
  await pay()
  const first = await open()
  expect(first.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Receipt-${invoice.number}.pdf"; filename*=UTF-8''Receipt-${invoice.number}.pdf`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  const text = await readText(first.bytes)
  const number = (n: number) => `Receiptnumber${invoice.number}-R${n}`
  for (const part of [number(1), `Invoicenumber${invoice.number}`, 'PaidonJan20,2026', 'Acme', 'BanktransferJan20,2026$50.25'])
    expect(text).toContain(part)
  expect(text).toContain('Invoicetotal$150.25Amountpaid$50.25Balancedue$100.00')
  expect(text).not.toMatch(/PAIDINFULL|Refunded|Credit|SANDBOX/)
  // It links to the pay page for the balance due.
  expect(text).toContain('Payonline')
  expect(await readText((await own()).bytes)).toBe(text)

  const wrong = (await pay({ amount: '1.00' })).body.payment.id
  await undo(wrong)
  await pay({ amount: '100.00', paymentDate: '2026-02-02', paymentMethod: 'Cash' })
  const whole = await readPublicReceipt()
  expect(whole).toContain(`${number(3)}`)
  expect(whole).toContain('PAIDINFULL')
  expect(whole).toContain('BanktransferJan20,2026$50.25CashFeb02,2026$100.00')
  expect(whole).toContain('Amountpaid$150.25Balancedue$0.00')
  expect(whole).not.toContain('Payonline')
})

test('of an invoice whose rest was written off, receipt and invoice say that nothing is due, and neither that it is paid in full', async () => {
  await pay({ amount: '50.25' })
  await app.call(ada, 'POST', `/api/invoices/${invoice.id}/write-offs` as '/api/invoices/1/write-offs', { day: '2026-01-25' })
  const receipt = await readPublicReceipt()
  expect(receipt).toContain('Invoicetotal$150.25Amountpaid$50.25Balancedue$0.00')
  expect(receipt).not.toMatch(/PAIDINFULL|Payonline|[Ww]ritten/)
  const pdf = await readText((await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}/pdf`)).bytes)
  expect(pdf).toContain('Paid$50.25Balancedue$0.00')
  expect(pdf).not.toMatch(/PAID|Payonline|[Ww]ritten/)
})

test('a refund is shown beside its payment; it becomes due again only when the owner reopens the invoice', async () => {
  await pay({ amount: '150.25' })
  await refund('20.00')
  const part = await readPublicReceipt()
  expect(part).toContain('PaymentmethodPaidonRefundedAmountBanktransferJan20,2026$20.00$150.25')
  expect(part).toContain('Invoicetotal$150.25Amountpaid$150.25Refunded-$20.00')
  expect(part).not.toMatch(/Balancedue|PAIDINFULL|REFUNDED/)
  await app.sql("update documents set status = 'sent' where id = $1", [invoice.id])
  expect(await readPublicReceipt()).toContain('Amountpaid$150.25Refunded-$20.00Balancedue$20.00')
  await app.sql("update documents set status = 'paid' where id = $1", [invoice.id])
  await refund('150.25')
  expect(await readPublicReceipt()).toContain('REFUNDED')
  expect(await read()).toMatchObject({
    invoice: { amountPaid: '0.00', amountRefunded: '150.25', credit: '0.00', isPaymentPending: false },
    payments: [{ amount: '150.25', refunded: '150.25', paymentMethod: 'Bank transfer' }],
  })
})

test('payments beyond the total are a credit', async () => {
  await pay({ amount: '150.25' })
  await app.sql(
    `insert into payments (user_id, document_id, amount, payment_date, payment_method, provider, charge_ref, status)
     values ($1, $2, 30, '2026-01-21', 'paypal', 'paypal', 'late', 'succeeded')`,
    [ada.userId, invoice.id],
  )
  const text = await readPublicReceipt()
  expect(text).toContain('PayPalJan21,2026$30.00')
  expect(text).toContain('Invoicetotal$150.25Amountpaid$180.25Credit$30.00')
  expect(text).toContain('PAIDINFULL')
  expect(await read()).toMatchObject({
    invoice: { amountPaid: '180.25', amountRefunded: '0.00', credit: '30.00', balanceDue: '0.00' },
    payments: [
      { amount: '30.00', refunded: '0.00' },
      { amount: '150.25', refunded: '0.00' },
    ],
  })
})

test('the receipt of a test payment says so', async () => {
  await payAtCheckout(await checkout(), '4242 4242 4242 4242')
  await app.send(null, 'POST', `/api/invoices/${invoice.publicId}/mark-paid`)
  const text = await readPublicReceipt()
  expect(text).toContain('SANDBOX')
  expect(text).toContain('PAIDINFULL')
  expect(text).toMatch(/Card\w{3}\d\d,\d{4}\$150\.25/)
})

test('a pending payment is shown as pending', async () => {
  const pending = async () => (await read()).invoice.isPaymentPending
  expect(await pending()).toBe(false)
  await app.sql(
    "insert into payment_attempts (user_id, id, document_id, provider, account_id, amount, document_version, status) values ($1, $2, $3, 'paypal', 'x', 5, 1, 'pending')",
    [ada.userId, `wait-${invoice.id}`, invoice.id],
  )
  expect(await pending()).toBe(true)
  await app.sql("update payment_attempts set status = 'paid' where id = $1", [`wait-${invoice.id}`])
  expect(await pending()).toBe(false)
})

test('the same receipt has the same bytes and can be cached; another payment changes them', async () => {
  await pay()
  const first = await open()
  expect(Buffer.compare((await open()).bytes, first.bytes)).toBe(0)
  const kept = { 'if-none-match': String(first.headers.etag) }
  const path = `/api/public/invoice/${invoice.publicId}/receipt`
  expect((await app.send(null, 'GET', path, undefined, kept)).status).toBe(304)
  await pay({ amount: '1.00' })
  expect((await app.send(null, 'GET', path, undefined, kept)).status).toBe(200)
})

test('it has the language and design of the invoice, also after the business changed both', async () => {
  const profile = { businessName: 'Hafen & Kiefer', documentLanguage: 'de', pageSize: 'a4', pdfTheme: 'modern' }
  expect((await app.send(ada, 'POST', '/api/business-profile', profile)).status).toBe(201)
  const german = await makeInvoice()
  await app.send(ada, 'PUT', '/api/business-profile', { ...profile, documentLanguage: 'en', pdfTheme: 'classic' })
  await pay({ amount: '150.25' }, {}, german.id)
  const text = await readPublicReceipt(german)
  for (const word of [
    'Quittung',
    'Quittungsnummer',
    'BezahlterBetrag150,25$',
    'VOLLSTÄNDIGBEZAHLT',
    'Überweisung',
    '20.Januar2026',
    'Hafen',
  ])
    expect(text).toContain(word)
})
