import { describe, expect, test } from 'vitest'
import { readPageTexts } from '#server/platform/pdf/testing/pdf-text.fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import {
  ada,
  app,
  checkout,
  customerId,
  events,
  history,
  invoice,
  mailsAbout,
  makeInvoice,
  money,
  owner,
  pay,
  saveStatus,
  setUpPayments,
  stored,
  undo,
  url,
} from './testing/payment-fixture.ts'

setUpPayments()

test('a partial payment leaves a balance due, everywhere it is shown', async () => {
  const made = await pay({ notes: 'thanks' })
  expect([made.status, made.body]).toEqual([
    201,
    {
      payment: {
        id: expect.any(Number),
        amount: '50.25',
        refunded: '0.00',
        paymentDate: '2026-01-20',
        paymentMethod: 'Bank transfer',
        provider: 'manual',
        status: 'succeeded',
        dispute: null,
        notes: 'thanks',
        recordedAt: expect.stringMatching(/Z$/),
        ...{ currency: 'USD', homeAmount: '50.25', exchangeRate: '1', rateSource: null },
        ...{ transfer: null, canUndo: true },
        refundable: '50.25',
        refunds: [],
      },
      amountPaid: '50.25',
      balanceDue: '100.00',
      creditNoteId: null,
    },
  ])
  expect((await app.send(ada, 'GET', '/api/invoices')).body[0]).toMatchObject({
    status: 'sent',
    amountPaid: '50.25',
    balanceDue: '100.00',
  })
  const open = (await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body
  expect(open).toMatchObject({
    invoice: { status: 'sent', balanceDue: '100.00', receiptEmailed: true },
    payments: [{ amount: '50.25', paymentDate: '2026-01-20', paymentMethod: 'Bank transfer' }],
  })
  expect(await events()).toEqual([
    ['created', owner()],
    ['sent', owner()],
    ['payment', owner(), 'null > $50.25, Bank transfer, Jan 20, 2026'],
    ['viewed', 'Customer'],
  ])
  const [document] = await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${invoice.id}/pdf`)).bytes)
  expect(document).toMatch(/Total\$150\.25Paid\$50\.25Balancedue\$100\.00/)
})

test('an edit that began before a payment is refused with the invoice as it is now', async () => {
  const { version } = (await app.send(ada, 'GET', `/api/invoices/${invoice.id}`)).body
  await pay()
  const refused = await saveStatus('sent', { version, notes: 'Written before' })
  expect([refused.status, refused.body.current?.amountPaid]).toEqual([409, '50.25'])
})

test('the PDF of a paid invoice says so, with the day of the last payment', async () => {
  await pay()
  await pay({ amount: '100.00', paymentDate: '2026-01-22' })
  const [document] = await readPageTexts((await app.send(ada, 'GET', `/api/invoices/${invoice.id}/pdf`)).bytes)
  expect(document).toContain('PAIDJan22,2026')
  expect(document).toContain('Balancedue$0.00')
})

test('a payment of the balance due sets the invoice to paid, which takes no further payment', async () => {
  await pay()
  expect((await pay({ amount: '100.00', paymentMethod: 'Cash' })).body).toMatchObject({ amountPaid: '150.25', balanceDue: '0.00' })
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
  expect((await events()).slice(-2)).toEqual([
    ['payment', owner(), 'null > $100.00, Cash, Jan 20, 2026'],
    ['paid', owner(), 'Sent > Paid'],
  ])
  const more = await pay({ amount: '0.01' })
  expect([more.status, more.body.message]).toEqual([409, 'This invoice has already been paid.'])
})

test('what is paid above the balance due is credit of the customer, until the payment is undone', async () => {
  const credit = async () => (await app.send(ada, 'GET', `/api/customers/${customerId}/credit`)).body
  const figures = async () => (await app.send(ada, 'GET', `/api/customers/${customerId}/figures`)).body.credit
  await pay()
  const { status, body } = await pay({ amount: '130.00' })
  expect([status, body.balanceDue, body.amountPaid]).toEqual([201, '0.00', '180.25'])
  expect(await stored()).toEqual({ status: 'paid', paid: '180.25' })
  const source = { id: invoice.id, invoiceNumber: invoice.number }
  expect([await credit(), await figures()]).toEqual([[{ source, amount: '30.00', currency: 'USD' }], '30.00'])
  expect((await app.send(ada, 'GET', '/api/books/health')).body.findings).toEqual([])
  await app.send(ada, 'DELETE', `${url()}/${body.payment.id}`)
  expect([await credit(), await figures()]).toEqual([[], '0.00'])
  expect(await stored()).toEqual({ status: 'sent', paid: '50.25' })
})

test.each([
  [{ amount: 0 }, 'amount', 'Amount must be more than 0'],
  [{ amount: '1.005' }, 'amount', 'Amount can have at most 2 decimals'],
  [{ amount: undefined }, 'amount', 'Amount is required'],
  [{ paymentDate: '2026-02-30' }, 'paymentDate', 'Payment date must be a day that exists, like 2026-01-31'],
  [{ paymentMethod: 'manual' }, 'paymentMethod', 'Payment method must be one of Bank transfer, Cash, Check, Card, PayPal, Other'],
  [{ notes: 'x'.repeat(501) }, 'notes', 'Note can have at most 500 characters'],
  [{ sendReceipt: 'no' }, 'sendReceipt', 'sendReceipt must be true or false'],
  [{ status: 'succeeded' }, 'status', 'Unknown field: status'],
])('invalid input %j is refused and nothing is recorded', async (over, path, message) => {
  const reply = await pay(over)
  expect([reply.status, reply.body.issues]).toEqual([400, [{ path, message }]])
  expect(await stored()).toEqual({ status: 'sent', paid: '0' })
})

test('only the owner records payments: a visitor gets 401, another user 404', async () => {
  const { body } = await pay()
  const eve = await app.person(`eve${invoice.number}`)
  const one = `${url()}/${body.payment.id}`
  expect([(await app.send(null, 'POST', url(), money)).status, (await app.send(eve, 'POST', url(), money)).status]).toEqual([401, 404])
  expect([(await app.send(null, 'DELETE', one)).status, (await app.send(eve, 'DELETE', one)).status]).toEqual([401, 404])
  expect(await stored()).toEqual({ status: 'sent', paid: '50.25' })
})

test('the same Idempotency-Key records one payment, also concurrently and after the invoice is paid', async () => {
  const key = { 'idempotency-key': 'one-click' }
  const replies = await Promise.all(Array.from({ length: 5 }, () => pay({ amount: '150.25' }, key)))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.payment?.id}`)).size).toBe(1)
  expect(await pay({ amount: '150.25' }, key)).toMatchObject({ status: 201, body: replies[0]!.body })
  expect((await pay({ amount: '1' }, key)).status).toBe(422)
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
})

test('of ten concurrent payments of the balance due, one is recorded', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => pay({ amount: '150.25' })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
})

test('a payment issues a draft', async () => {
  const draft = await makeInvoice('draft')
  expect((await pay({}, {}, draft.id)).status).toBe(201)
  expect((await events(draft.id)).map(([kind]) => kind)).toEqual(['created', 'sent', 'payment'])
  const open = await app.send(null, 'GET', `/api/public/invoice/${draft.publicId}`)
  expect(open.body.invoice).toMatchObject({ status: 'sent', balanceDue: '100.00', customerName: 'Acme' })
})

test('an open checkout is closed before a payment is recorded or voided', async () => {
  const page = await checkout()
  const { id } = (await pay()).body.payment
  expect((await payAtCheckout(page, '4242424242424242')).location).toBeNull()
  const next = await checkout()
  await undo(id)
  expect((await payAtCheckout(next, '4242424242424242')).location).toBeNull()
  expect(await stored()).toEqual({ status: 'sent', paid: '0' })
})

test('while the provider is unavailable, nothing is recorded and the owner is told', async () => {
  await checkout()
  for (const route of ['POST /v1/checkout/sessions/:id/expire', 'GET /v1/checkout/sessions/:id'])
    await app.simulate('faults', { route, kind: 'status', status: 500, count: 3 })
  expect((await pay()).status).toBe(502)
  expect(await stored()).toEqual({ status: 'sent', paid: '0' })
})

test('one receipt and one notification are sent; without a receipt, nothing is sent', async () => {
  await pay()
  await expect.poll(async () => (await mailsAbout()).map(({ subject }) => subject).sort(), { timeout: 60_000 }).toHaveLength(3)
  const receipt = (await mailsAbout()).find(({ subject }) => subject.startsWith('Receipt'))!
  expect(receipt.to.address).toBe('pay@acme.example')
  for (const said of ['Amount paid: $50.25', 'Paid on: Jan 20, 2026', 'Payment method: Bank transfer', 'Balance due: $100.00'])
    expect(receipt.text).toContain(said)
  const quiet = await makeInvoice('draft')
  await pay({ sendReceipt: false }, {}, quiet.id)
  await expect.poll(() => app.sql('select 1 from graphile_worker._private_jobs where run_at <= now()'), { timeout: 60_000 }).toEqual([])
  expect(await mailsAbout(quiet.number)).toEqual([])
  expect(await app.sql('select 1 from document_emails where document_id = $1', [quiet.id])).toEqual([])
  expect((await app.send(null, 'GET', `/api/public/invoice/${quiet.publicId}`)).body.invoice.receiptEmailed).toBe(false)
})

describe.each<[string, (id: number, choice: object) => Promise<{ status: number }>]>([
  ['the edit', (id, choice) => saveStatus('paid', choice, id)],
  ['mark-paid', (id, choice) => app.send(ada, 'POST', `/api/invoices/${id}/mark-paid`, choice)],
  ['a recorded payment', (id, choice) => pay(choice, {}, id)],
])('%s', (_way, makePaid) => {
  test.each([
    ['sent', {}, true],
    ['sent', { sendReceipt: false }, false],
    ['draft', {}, false],
    ['draft', { sendReceipt: true }, true],
  ])('of a %s invoice with %j: a receipt is sent, %s', async (status, choice, isSent) => {
    const { id } = await makeInvoice(status)
    expect((await makePaid(id, choice)).status).toBeLessThan(300)
    const { payments, emails } = await history(id)
    expect(payments).toHaveLength(1)
    expect(emails.filter(({ kind }: { kind: string }) => kind === 'receipt')).toHaveLength(isSent ? 1 : 0)
  })
})

test('the owner’s mark-paid is described in the history and on the receipt', async () => {
  await app.send(ada, 'POST', `/api/invoices/${invoice.id}/mark-paid`)
  expect((await events()).slice(-2).map(([kind, , said]) => [kind, said])).toEqual([
    ['payment', expect.stringMatching(/^null > \$150\.25, Recorded by the business, /)],
    ['paid', 'Sent > Paid'],
  ])
  const find = async () => (await mailsAbout()).find(({ subject }) => subject.startsWith('Receipt'))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  expect((await find())!.text).toContain('Payment method: Recorded by the business')
})

test('the payment link is recorded in the history once, when it is first made', async () => {
  for (const who of [ada, null, ada]) await app.send(who, 'POST', `/api/invoices/${who ? invoice.id : invoice.publicId}/create-payment`)
  expect((await events()).filter(([kind]) => kind === 'link')).toEqual([['link', owner()]])
})

test('a provider’s payment for a deleted invoice is recorded all the same', async () => {
  await payAtCheckout(await checkout(), '4242424242424242')
  await app.sql('update documents set deleted_at = now() where id = $1', [invoice.id])
  await app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'check-%'")
  await expect.poll(() => stored(), { timeout: 60_000 }).toEqual({ status: 'paid', paid: '150.25' })
})
