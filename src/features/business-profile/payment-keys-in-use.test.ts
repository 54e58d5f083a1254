import { expect, test } from 'vitest'
import { readRefusal } from '#server/testing/contract.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { ada, app, create, createCardKeys, disconnect, logged, save, sendInvoice, setUpProfileApp, walletKeys } from './testing/profiles.ts'

// Payments during changes of the payment keys. The sandbox and each pair of keys have their own account in the provider simulators.

setUpProfileApp()

const goodCard = '4242424242424242'
const first = () => createCardKeys(`first of ${ada.userId}`)
const second = () => createCardKeys(`second of ${ada.userId}`)
const config = async (publicId: string) => (await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).paymentConfig
const checkout = async (publicId: string) => String((await app.send(null, 'GET', `/pay/${publicId}/checkout`)).headers.location)
const verify = async (publicId: string) => (await app.call(null, 'POST', `/api/invoices/${publicId}/mark-paid`)).status
const attempts = async () =>
  (
    await app.sql<{ account_id: string; status: string }>(
      "select account_id, status from payment_attempts where user_id = $1 and provider = 'stripe' order by created_at",
      [ada.userId],
    )
  ).map(({ account_id, status }) => [account_id.replace(/[_-].*/, ''), status])
/** The check jobs of the user's pending payments. */
const checks = () =>
  app.sql(
    "select 1 from graphile_worker._private_jobs job join payment_attempts a on job.key like 'check-' || a.id || '-%' where a.user_id = $1",
    [ada.userId],
  )
/** Runs the check jobs now. */
const lookAfter = () => app.sql("update graphile_worker._private_jobs set run_at = now() where key like 'check-%'")
const slow = (route: string, ms = 1000) => app.simulate('faults', { route, kind: 'latency', ms })
/** Makes the provider fail to expire `pages` checkout sessions and to report their status; each request is tried three times. */
const fail = async (pages: number) => {
  for (const route of ['POST /v1/checkout/sessions/:id/expire', 'GET /v1/checkout/sessions/:id'])
    await app.simulate('faults', { route, kind: 'status', status: 503, count: 3 * pages })
}

test('a sandbox payment stays marked after the sandbox is off; an unpaid invoice is not marked', async () => {
  await create()
  const [paid, due] = [await sendInvoice(), await sendInvoice()]
  await payAtCheckout(await checkout(paid.publicId), goodCard)
  expect(await verify(paid.publicId)).toBe('paid')
  await save({ paymentSandbox: false })
  expect((await config(paid.publicId)).sandbox).toBe(true)
  expect((await config(due.publicId)).sandbox).toBe(false)
})

test('customers see the methods that are set up, the preferred one first; the sandbox only without keys of the owner', async () => {
  const { publicId, id } = await sendInvoice()
  const none = { hasStripe: false, hasPayPal: false, sandbox: false }
  const inSandbox = { hasStripe: true, hasPayPal: true, sandbox: true }
  expect(await config(publicId)).toMatchObject(inSandbox)
  await create({ preferredPaymentMethod: 'paypal' })
  expect(await config(publicId)).toMatchObject(inSandbox)
  await save({ paymentSandbox: false })
  expect(await config(publicId)).toMatchObject(none)
  await save({ paymentSandbox: true, preferredPaymentMethod: 'stripe' })
  expect(await config(publicId)).toMatchObject(inSandbox)
  // Half a pair of keys connects nothing, and turns the sandbox off.
  for (const half of [{ stripePublishableKey: first().stripePublishableKey }, { paypalClientId: 'AZ1' }, { paypalClientSecret: 'EK1' }]) {
    await save(half)
    expect([half, await config(publicId)]).toMatchObject([half, none])
    await disconnect('stripe')
    await disconnect('paypal')
    expect((await config(publicId)).sandbox).toBe(true)
  }
  await save({ stripeSecretKey: first().stripeSecretKey })
  expect(await config(publicId)).toMatchObject(none)
  expect(await checkout(publicId)).toBe(`/pay-invoice/${publicId}?payment=unavailable`)
  expect(readRefusal(await app.send(ada, 'POST', `/api/invoices/${id}/create-payment`)).message).toBe(
    'Online payment is not set up for this business.',
  )
  await save(first())
  for (const [preferredPaymentMethod, hasStripe, hasPayPal] of [
    ['stripe', true, false],
    ['both', true, true],
    ['paypal', false, true],
  ] as const) {
    await save({ ...walletKeys, preferredPaymentMethod })
    expect([preferredPaymentMethod, await config(publicId)]).toMatchObject([
      preferredPaymentMethod,
      { hasStripe, hasPayPal, sandbox: false },
    ])
    expect((await checkout(publicId)).includes('/sandbox/stripe/')).toBe(hasStripe)
  }
})

test('a payment that began before card payments were switched off is recorded', async () => {
  await create(first())
  const { publicId } = await sendInvoice()
  const page = await checkout(publicId)
  await save({ ...walletKeys, preferredPaymentMethod: 'paypal' })
  await payAtCheckout(page, goodCard)
  expect(await verify(publicId)).toBe('paid')
})

test('money goes to the account of the stored keys', async () => {
  await create(first())
  const { publicId } = await sendInvoice()
  await payAtCheckout(await checkout(publicId), goodCard)
  expect(await verify(publicId)).toBe('paid')
  expect(await attempts()).toEqual([['acct', 'paid']])
})

test.each([
  ['the first key of its own', {}, () => save(second())],
  ['half of the first pair', {}, () => save({ paypalClientId: 'AZ1' })],
  ['another secret', 'own', () => save(second())],
  ['disconnecting', 'own', () => disconnect('stripe')],
])('%s expires the open checkout pages', async (_what, start, change) => {
  await create(start === 'own' ? first() : {})
  const { publicId } = await sendInvoice()
  const pages = [await checkout(publicId), await checkout((await sendInvoice()).publicId)]
  expect((await change()).status).toBe(200)
  for (const page of pages) expect((await payAtCheckout(page, goodCard)).location).toBeNull()
  expect((await attempts()).map(([, status]) => status)).toEqual(['expired', 'expired'])
})

test('a save that changes no account leaves open checkout pages alone', async () => {
  await create(first())
  const { publicId } = await sendInvoice()
  const page = await checkout(publicId)
  await save({ ...first(), ...walletKeys, phone: '1' })
  await disconnect('paypal')
  // A refused save expires nothing either.
  expect((await save({ ...second(), version: 1 })).status).toBe(409)
  expect((await create(second())).status).toBe(409)
  expect(await checkout(publicId)).toBe(page)
  await payAtCheckout(page, goodCard)
  expect(await verify(publicId)).toBe('paid')
})

test('a page that was paid before its key is removed is recorded as paid first', async () => {
  await create(first())
  const { publicId } = await sendInvoice()
  await payAtCheckout(await checkout(publicId), goodCard)
  await disconnect('stripe')
  expect((await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).invoice.status).toBe('paid')
  expect(await attempts()).toEqual([['acct', 'paid']])
})

test('keys can be changed during a provider outage: the attempt is set aside and the next click opens a page of the new account', async () => {
  await create(first())
  const { id, publicId } = await sendInvoice()
  const old = await checkout(publicId)
  await fail(1)
  expect((await save(second())).status).toBe(200)
  expect(await attempts()).toEqual([['acct', 'failed']])
  expect(logged.join('\n')).toMatch(/wasn't closed when the Stripe key changed[\s\S]*stored as failed: 1/)
  // It was paid on the old account, which the new key can't read: the provider isn't asked and no payment is recorded.
  await payAtCheckout(old, goodCard)
  expect(await verify(publicId)).toBe('open')
  const fresh = await checkout(publicId)
  expect(fresh).not.toBe(old)
  await payAtCheckout(fresh, goodCard)
  expect(await verify(publicId)).toBe('paid')
  expect(await attempts()).toEqual([
    ['acct', 'failed'],
    ['acct', 'paid'],
  ])
  expect((await app.send(ada, 'POST', `/api/invoices/${id}/mark-paid`)).status).toBe(409)
})

test('when the old key returns, attempts that were set aside are checked: paid ones are recorded, open ones expired', async () => {
  await create(first())
  const [paid, open] = [await sendInvoice(), await sendInvoice()]
  const pages = [await checkout(paid.publicId), await checkout(open.publicId)]
  await fail(2)
  await disconnect('stripe')
  // Without a key the check jobs learn nothing and end.
  await lookAfter()
  await expect.poll(checks, { timeout: 60_000 }).toEqual([])
  expect((await attempts()).map(([, status]) => status)).toEqual(['failed', 'failed'])
  await payAtCheckout(pages[0]!, goodCard)
  await save(second())
  await checkout(open.publicId)
  await save(first())
  await lookAfter()
  const statusOf = async ({ publicId }: { publicId: string }) =>
    (await app.call(null, 'GET', `/api/public/invoice/${publicId}`)).invoice.status
  await expect.poll(() => statusOf(paid), { timeout: 60_000 }).toBe('paid')
  await expect.poll(async () => (await attempts()).filter(([, status]) => status === 'failed'), { timeout: 60_000 }).toEqual([])
  expect((await payAtCheckout(pages[1]!, goodCard)).location).toBeNull()
  await payAtCheckout(await checkout(open.publicId), goodCard)
  expect(await verify(open.publicId)).toBe('paid')
})

test('an attempt of another account blocks neither the next checkout page nor the owner’s changes', async () => {
  await create(first())
  const invoices = [await sendInvoice(), await sendInvoice(), await sendInvoice()] as const
  for (const { publicId } of invoices) await checkout(publicId)
  // Attempts as a concurrent change of keys leaves them; the third one is pending at its bank.
  await app.sql("update payment_attempts set account_id = 'acct_another' where user_id = $1", [ada.userId])
  await app.sql("update payment_attempts set status = 'pending' where user_id = $1 and document_id = $2", [ada.userId, invoices[2].id])
  expect(await verify(invoices[0].publicId)).toBe('open')
  expect((await attempts()).map(([, status]) => status)).toEqual(['open', 'open', 'pending'])
  expect(await checkout(invoices[0].publicId)).toContain('/sandbox/stripe/')
  expect((await app.call(ada, 'POST', `/api/invoices/${invoices[1].id}/mark-paid`)).status).toBe('paid')
  expect(await checkout(invoices[2].publicId)).toContain('/sandbox/stripe/')
  expect((await attempts()).map(([, status]) => status)).toEqual(['failed', 'failed', 'failed', 'open', 'open'])
})

test('a page that opens while earlier ones are being expired is expired as well', async () => {
  await create(first())
  const [early, late] = [await sendInvoice(), await sendInvoice()]
  await checkout(early.publicId)
  await slow('POST /v1/checkout/sessions/:id/expire')
  const changing = save(second())
  const page = await checkout(late.publicId)
  expect((await changing).status).toBe(200)
  expect((await payAtCheckout(page, goodCard)).location).toBeNull()
  expect((await attempts()).map(([, status]) => status)).toEqual(['expired', 'expired'])
})

test('a checkout request during a change of keys returns a page of the new account', async () => {
  await create(first())
  const { publicId } = await sendInvoice()
  await slow('POST /v1/checkout/sessions')
  const opening = checkout(publicId)
  await expect.poll(async () => (await attempts()).map(([, status]) => status)).toEqual(['creating'])
  await save(second())
  // As if the row had been written a moment after the change.
  await app.sql("update payment_attempts set status = 'creating' where user_id = $1", [ada.userId])
  await payAtCheckout(await opening, goodCard)
  expect(await verify(publicId)).toBe('paid')
  expect((await attempts()).map(([, status]) => status)).toEqual(['failed', 'paid'])
})

test('a status response that was requested before the change reopens nothing', async () => {
  await create(first())
  const { publicId } = await sendInvoice()
  await checkout(publicId)
  // The slow response says that the page is open, which is true: expiring it failed.
  await slow('GET /v1/checkout/sessions/:id', 5000)
  await fail(1)
  const looking = verify(publicId)
  await save(second())
  const asked = () => app.sql('select 1 from payment_attempts where user_id = $1 and asked_at is not null', [ada.userId])
  expect([(await asked()).length, (await attempts()).map(([, status]) => status)]).toEqual([0, ['failed']])
  expect(await looking).toBe('open')
  expect([(await asked()).length, (await attempts()).map(([, status]) => status)]).toEqual([1, ['failed']])
})

test('twenty clicks during a change of keys leave no page of the old account open', async () => {
  await create(first())
  const { publicId } = await sendInvoice()
  const pages = await Promise.all([...Array.from({ length: 20 }, () => checkout(publicId)), save(second()).then(() => null)])
  const fresh = await checkout(publicId)
  for (const page of new Set(pages))
    if (page?.includes('/sandbox/stripe/') && page !== fresh) expect((await payAtCheckout(page, goodCard)).location).toBeNull()
  await payAtCheckout(fresh, goodCard)
  expect(await verify(publicId)).toBe('paid')
})
