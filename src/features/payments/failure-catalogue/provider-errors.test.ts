import { afterEach, expect, test } from 'vitest'
import {
  paidOnce,
  readInvoiceSnapshot,
  readSentEmails,
  receiptAndNotification,
  untouched,
  waitForJobs,
} from '#features/payments/testing/invoice-snapshot.ts'
import {
  ada,
  app,
  approve,
  attempts,
  capture,
  checkout,
  history,
  invoice,
  makeInvoice,
  order,
  payByWallet,
  refund,
  returnFromCheckout,
  setUpPayments,
} from '#features/payments/testing/payment-fixture.ts'
import { runAttemptChecks, runRefundJobs, setEventMode } from '#features/payments/testing/provider-events.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

// Changed and refused keys, unavailable and slow providers, lost answers, and crashes. Numbers are rows of the failure catalogue.

setUpPayments()
afterEach(() => setEventMode('deliver'))
const card = '4242424242424242'
const paid = { status: 'paid', amountPaid: '150.25', balanceDue: '0.00' }
const away = "The payment provider can't be reached at the moment. Please try again in a minute."
const [create, read, expire] = ['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/:id', 'POST /v1/checkout/sessions/:id/expire']
const unavailable = () => `/pay-invoice/${invoice.publicId}?payment=unavailable`
const createKeys = (name: string) => {
  const { publishableKey, secretKey } = deriveStripeKeys(`${name} of ${ada.userId}`)
  return { stripePublishableKey: publishableKey, stripeSecretKey: secretKey }
}
const profile = async () => (await app.send(ada, 'GET', '/api/business-profile')).body
const createProfile = (keys: object) => app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works', ...keys })
const saveKeys = async (keys: object) =>
  app.send(ada, 'PUT', `/api/business-profile/${(await profile()).id}`, { businessName: 'Ada Works', ...keys })
const config = async () => (await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body.paymentConfig
const cardStatus = async () => (await profile()).stripeAccountStatus
const notes = async () => {
  await waitForJobs()
  return (await app.mails(0)).filter(({ to, subject }) => to.address === ada.email && subject.includes('refused your key')).length
}
const accounts = async () =>
  (
    await app.sql<{ account_id: string; status: string }>(
      'select account_id, status from payment_attempts where user_id = $1 order by created_at',
      [ada.userId],
    )
  ).map(({ account_id, status }) => [account_id, status])

test('row 23: the key is rolled: the old one is refused and the owner notified, and a new one of the same account continues the payments', async () => {
  await createProfile(createKeys('own'))
  await payAtCheckout(await checkout(), card)
  await app.simulate('keys/revoke', { key: createKeys('own').stripeSecretKey })
  for (let time = 0; time < 2; time++) {
    const verified = await returnFromCheckout()
    expect([verified.status, verified.body.message]).toEqual([502, away])
  }
  expect([await cardStatus(), await config(), await notes()]).toEqual(['error', { hasStripe: false, hasPayPal: false, sandbox: false }, 1])
  expect(await readInvoiceSnapshot()).toEqual({ ...untouched, attempts: ['stripe open'] })
  const [[account] = []] = await accounts()
  expect((await saveKeys({ stripeSecretKey: `${createKeys('own').stripeSecretKey}_r2` })).status).toBe(200)
  expect([await cardStatus(), (await config()).hasStripe]).toEqual(['connected', true])
  await runAttemptChecks()
  expect([await readInvoiceSnapshot(), await readSentEmails(), await accounts()]).toEqual([
    paidOnce('stripe'),
    receiptAndNotification,
    [[account, 'paid']],
  ])
  expect((await refund((await history()).payments[0].id, '1.00')).status).toBe(201)
})

test('row 24: a key of another account: open checkouts are closed first, payments are recorded, and old attempts keep their account', async () => {
  await createProfile(createKeys('first'))
  await payAtCheckout(await checkout(), card)
  await returnFromCheckout()
  const paidThere = { ...invoice }
  Object.assign(invoice, await makeInvoice())
  const page = await checkout()
  expect((await saveKeys(createKeys('second'))).status).toBe(200)
  expect(await payAtCheckout(page, card)).toMatchObject({ location: null, html: expect.stringContaining('This checkout has expired') })
  const fresh = await checkout()
  expect(fresh).not.toBe(page)
  await payAtCheckout(fresh, card)
  expect((await returnFromCheckout()).body).toEqual(paid)
  const [[first, one] = [], [closedOn, two] = [], [second, three] = []] = await accounts()
  expect([one, two, three, first === closedOn, first === second]).toEqual(['paid', 'expired', 'paid', true, false])
  // The current key can't read the first account's payment: a refund is refused with the reason.
  const [payment] = (await app.send(ada, 'GET', `/api/invoices/${paidThere.id}/history`)).body.payments
  const refused = await refund(payment.id, '1.00', {}, {}, paidThere.id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^The keys of the account that took this payment are gone/),
  ])
  expect(await readInvoiceSnapshot(paidThere.id)).toEqual(paidOnce('stripe'))
})

test('row 25: wrong keys and mismatched pairs are refused at their field, aren’t stored, and never reach a customer', async () => {
  await createProfile({})
  const good = createKeys('own')
  const [wallet, other] = [derivePayPalKeys(`own of ${ada.userId}`), derivePayPalKeys(`other of ${ada.userId}`)]
  const page = await checkout()
  for (const [keys, path, words] of [
    [{ ...good, stripeSecretKey: 'sk_test_51Wrong000000000000000' }, 'stripeSecretKey', /^Stripe doesn't accept this secret key/],
    [{ ...good, stripeSecretKey: 'not a key' }, 'stripeSecretKey', /./],
    [{ ...good, stripePublishableKey: 'pk_live_51Abc0000000000000000' }, 'stripePublishableKey', /real payments \(live\)/],
    [{ ...good, stripeSecretKey: good.stripePublishableKey }, 'stripeSecretKey', /./],
    [{ paypalClientId: wallet.clientId, paypalClientSecret: other.clientSecret }, 'paypalClientSecret', /^PayPal doesn't accept/],
  ] as const) {
    const refused = await saveKeys(keys)
    expect([keys, refused.status, refused.body.issues?.[0]?.path]).toEqual([keys, 400, path])
    expect(refused.body.issues[0].message).toMatch(words)
  }
  expect(await app.sql('select 1 from payment_credentials where user_id = $1', [ada.userId])).toEqual([])
  expect([await config(), await checkout()]).toEqual([{ hasStripe: true, hasPayPal: true, sandbox: true }, page])
})

test('row 26: the provider is unavailable: nothing fails, nothing is paid, owner and customer are told, and the next click continues', async () => {
  await setEventMode('drop')
  await app.simulate('faults', { route: create, kind: 'drop-before', count: 3 })
  expect([await checkout(), (await readInvoiceSnapshot()).attempts]).toEqual([unavailable(), ['stripe creating']])
  const [first] = await attempts()
  await payAtCheckout(await checkout(), card)
  expect((await attempts()).map(({ id, status }) => [id, status])).toEqual([[first!.id, 'open']])
  for (const route of [read, expire]) await app.simulate('faults', { route, kind: 'html', status: 200, count: 1 })
  const verified = await returnFromCheckout()
  expect([verified.status, verified.body.message]).toEqual([502, away])
  expect((await returnFromCheckout()).body).toEqual(paid)
  expect(await readInvoiceSnapshot()).toEqual(paidOnce('stripe'))
})

test('row 26: an error that the provider repeats for the idempotency key: a new attempt is created', async () => {
  await app.simulate('faults', { route: create, kind: 'status', status: 500, count: 1, stored: true })
  await payAtCheckout(await checkout(), card)
  expect((await returnFromCheckout()).body).toEqual(paid)
  expect(await readInvoiceSnapshot()).toEqual({ ...paidOnce('stripe'), attempts: ['stripe failed', 'stripe paid'] })
})

test('row 26: PayPal is unavailable: the customer is told, and the same order is requested again', async () => {
  await app.simulatePayPal('faults', { route: 'POST /v2/checkout/orders', kind: 'status', status: 503, count: 3 })
  const refused = await order()
  expect([refused.status, refused.body.message, (await readInvoiceSnapshot()).attempts]).toEqual([502, away, ['paypal creating']])
  const [first] = await attempts()
  expect((await payByWallet()).reply.body).toEqual(paid)
  expect((await attempts()).map(({ id }) => id)).toEqual([first!.id])
})

/** How many sessions, orders, captures and refunds a provider has of the test's business. */
const countAt = async (provider: 'stripe' | 'paypal', what: string) => {
  type Dump = { accounts: Record<string, { objects?: Record<string, object> } & Record<string, object>> }
  const { accounts } = provider === 'stripe' ? await app.simulate<Dump>('dump') : await app.simulatePayPal<Dump>('dump')
  const own = deriveStripeKeys(`business ${ada.userId}`).publishableKey
  const mine =
    provider === 'paypal'
      ? accounts[derivePayPalKeys(`business ${ada.userId}`).clientId]
      : Object.values(accounts).find(({ publishableKey }) => String(publishableKey) === own)
  return Object.keys((provider === 'stripe' ? mine!.objects![what] : mine![what])!).length
}

test('row 27: Stripe’s answer is lost after it acted: the call is repeated, and done once', async () => {
  await app.simulate('faults', { route: create, kind: 'drop-after', count: 3 })
  expect(await checkout()).toBe(unavailable())
  await payAtCheckout(await checkout(), card)
  await returnFromCheckout()
  await app.simulate('faults', { route: 'POST /v1/refunds', kind: 'drop-after', count: 3 })
  expect((await refund((await history()).payments[0].id, '50.00')).body.payment.refunds).toMatchObject([{ status: 'asking' }])
  await runRefundJobs()
  expect([await countAt('stripe', 'checkout.session'), await countAt('stripe', 'charge'), await countAt('stripe', 'refund')]).toEqual([
    1, 1, 1,
  ])
  expect(await readInvoiceSnapshot()).toMatchObject({ invoice: 'paid, 100.25', payments: ['stripe 150.25, 50.00 back'] })
})

test('row 27: the same for PayPal', async () => {
  const lose = (route: string, count: number) => app.simulatePayPal('faults', { route, kind: 'drop-after', count })
  await lose('POST /v2/checkout/orders', 1)
  const { id } = (await order()).body
  await approve(id)
  await lose('POST /v2/checkout/orders/:id/capture', 1)
  expect((await capture(id)).body).toEqual(paid)
  await lose('POST /v2/payments/captures/:id/refund', 3)
  expect((await refund((await history()).payments[0].id, '50.00')).body.payment.refunds).toMatchObject([{ status: 'asking' }])
  await runRefundJobs()
  expect([await countAt('paypal', 'orders'), await countAt('paypal', 'captures'), await countAt('paypal', 'refunds')]).toEqual([1, 1, 1])
  expect(await readInvoiceSnapshot()).toMatchObject({ invoice: 'paid, 100.25', payments: ['paypal 150.25, 50.00 back'] })
})

test('row 28: a crash between the capture and its recording: the attempt is stored, and a check finds the payment', async () => {
  await setEventMode('drop')
  const { id } = (await order()).body
  await approve(id)
  await app.sql("create function die() returns trigger language plpgsql as $$ begin raise exception 'dead'; end $$")
  await app.sql('create trigger dying before insert on payments for each row execute function die()')
  expect((await capture(id)).status).toBe(500)
  await app.sql('drop function die() cascade')
  expect([await readInvoiceSnapshot(), await countAt('paypal', 'captures')]).toEqual([{ ...untouched, attempts: ['paypal pending'] }, 1])
  expect((await app.send(ada, 'DELETE', `/api/invoices/${invoice.id}`)).status).toBe(409)
  expect((await runAttemptChecks()).length).toBeGreaterThan(0)
  expect([await readInvoiceSnapshot(), await readSentEmails(), await countAt('paypal', 'captures')]).toEqual([
    paidOnce('paypal'),
    receiptAndNotification,
    1,
  ])
})

test('row 38: a provider answers 429: the call is repeated after a delay, and the customer notices nothing', async () => {
  await app.simulate('faults', { route: create, kind: 'status', status: 429, count: 1 })
  const page = await checkout()
  expect(page).toContain('/sandbox/stripe/')
  await app.simulatePayPal('faults', { route: 'POST /v2/checkout/orders', kind: 'status', status: 429, count: 1 })
  expect((await payByWallet()).reply.body).toEqual(paid)
  await waitForJobs()
  expect(await readInvoiceSnapshot()).toEqual({ ...paidOnce('paypal'), attempts: ['stripe expired', 'paypal paid'] })
})
