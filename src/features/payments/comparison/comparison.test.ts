import { beforeEach, expect, test } from 'vitest'
import {
  ada,
  app,
  approve,
  capture,
  checkout,
  invoice,
  order,
  payByWallet,
  returnFromCheckout,
  setUpPayments,
  stored,
} from '#features/payments/testing/payment-fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'

// The owner's view of the provider accounts, compared with the simulators' records.

setUpPayments()
const goodCard = '4242424242424242'
// Without events a difference stays until a comparison runs.
beforeEach(async () => {
  for (const simulate of [app.simulate, app.simulatePayPal]) await simulate('webhooks', { mode: 'drop' })
})

const state = async (who = ada) => (await app.send(who, 'GET', '/api/payments/state')).body
const post = (what: string, provider = 'stripe', who: typeof ada | null = ada) => app.send(who, 'POST', `/api/payments/${provider}/${what}`)
// biome-ignore lint/suspicious/noExplicitAny: tests assert the JSON's shape themselves
const of = (reply: any, provider = 'stripe') => reply.providers.find((each: any) => each.provider === provider)
const readCheck = async (what = 'check', provider = 'stripe') => {
  const reply = await post(what, provider)
  expect(reply.status).toBe(200)
  return of(reply.body, provider).check
}
/** Runs the hourly comparison. */
const compare = (provider = 'stripe') => app.runners.find(({ name }) => name === 'payments.compare')!.run({ userId: ada.userId, provider })
const pay = async () => {
  await payAtCheckout(await checkout(), goodCard)
  expect((await returnFromCheckout()).body.status).toBe('paid')
}
/** Everything that a comparison must not change. */
const readBooks = () =>
  app.sql(
    `select i.status, i.version, (select jsonb_agg(to_jsonb(p)) from payments p where p.document_id = i.id) as payments,
            (select jsonb_agg(to_jsonb(a) - 'asked_at') from payment_attempts a where a.document_id = i.id) as attempts
     from documents i where i.user_id = $1`,
    [ada.userId],
  )
const notes = async () => (await app.mails(0)).filter(({ to, subject }) => to.address === ada.email && /says something else/.test(subject))

test('at first the owner sees the two sandbox accounts, not compared yet', async () => {
  const account = { mode: 'sandbox', status: 'connected', problem: null, events: 'asking', check: null }
  expect(await state()).toEqual({
    providers: [
      { provider: 'stripe', ...account },
      { provider: 'paypal', ...account },
    ],
    unapplied: [],
  })
  await checkout()
  await expect.poll(async () => of(await state()).events, { timeout: 60_000 }).toBe('told')
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada', stripePublishableKey: 'pk_test_1' })
  expect((await state()).providers).toEqual([])
  const { publishableKey, secretKey } = deriveStripeKeys(`state ${ada.userId}`)
  const { id } = (await app.send(ada, 'GET', '/api/business-profile')).body
  await app.send(ada, 'PUT', `/api/business-profile/${id}`, {
    businessName: 'Ada',
    stripePublishableKey: publishableKey,
    stripeSecretKey: secretKey,
  })
  // A provider on the internet can't reach a loopback address.
  expect((await state()).providers).toEqual([{ provider: 'stripe', ...account, mode: 'test' }])
})

test('only the owner can read the state and start a comparison, and only of known providers', async () => {
  for (const path of ['check', 'fix']) {
    expect((await post(path, 'stripe', null)).status).toBe(401)
    expect((await post(path, 'cash')).status).toBe(404)
    expect((await app.send(ada, 'POST', `/api/payments/stripe/${path}`, { all: true })).status).toBe(400)
  }
  expect((await app.send(null, 'GET', '/api/payments/state')).status).toBe(401)
  await checkout()
  const eve = await app.person(`eve-of-${ada.userId}`)
  expect(of((await post('check', 'stripe', eve)).body).check).toMatchObject({ compared: 0, differences: [] })
  expect(of(await state()).check).toBeNull()
})

test('attempts in all states are compared, without differences', async () => {
  await checkout()
  expect(await readCheck()).toEqual({ checkedAt: expect.stringMatching(/^20/), compared: 1, differences: [], problem: null })
  await pay()
  await payByWallet().catch(() => undefined)
  expect(await readCheck()).toMatchObject({ compared: 1, differences: [] })
  expect(await readCheck('check', 'paypal')).toMatchObject({ differences: [], problem: null })
  expect(of(await state()).check).toMatchObject({ compared: 1, differences: [] })
})

test('an unknown payment is described, changes nothing, and is recorded by a click', async () => {
  await payAtCheckout(await checkout(), goodCard)
  const before = await readBooks()
  const found = await readCheck()
  expect(found).toMatchObject({
    compared: 1,
    problem: null,
    differences: [
      {
        attemptId: expect.stringMatching(/^att_/),
        invoiceId: invoice.id,
        invoiceNumber: invoice.number,
        provider: 'Stripe: $150.25 paid',
        here: 'Billfold: payment page open, nothing paid',
      },
    ],
  })
  expect(await readBooks()).toEqual(before)
  expect(of(await state()).check).toEqual(found)
  expect(await readCheck('fix')).toMatchObject({ compared: 1, differences: [] })
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
})

test.each([
  ['a refund that the provider doesn’t know', 'refunded = 20', 'Stripe: $150.25 paid', 'Billfold: $150.25 paid, $20.00 refunded', true],
  ['a dispute that is none', "dispute = 'open'", 'Stripe: $150.25 paid', 'Billfold: $150.25 paid, disputed', true],
  ['another sum', 'amount = 140', 'Stripe: $150.25 paid', 'Billfold: $140.00 paid', false],
])('%s is found', async (_what, change, provider, here, isMended) => {
  await pay()
  await app.sql(`update payments set ${change} where user_id = $1`, [ada.userId])
  expect((await readCheck()).differences).toMatchObject([{ provider, here }])
  expect((await readCheck('fix')).differences).toMatchObject(isMended ? [] : [{ provider, here }])
})

test('a PayPal order that was captured without an event', async () => {
  const { id } = (await order()).body
  await approve(id)
  expect((await readCheck('check', 'paypal')).differences).toEqual([])
  expect((await capture(id)).body.status).toBe('paid')
  await app.sql('delete from payments where user_id = $1', [ada.userId])
  await app.sql("update payment_attempts set status = 'expired' where user_id = $1", [ada.userId])
  expect((await readCheck('check', 'paypal')).differences).toMatchObject([
    { provider: 'PayPal: $150.25 paid', here: 'Billfold: payment page closed, nothing paid' },
  ])
  expect((await readCheck('fix', 'paypal')).differences).toEqual([])
  expect((await stored())?.paid).toBe('150.25')
})

test('an unavailable provider is a problem, and no difference', async () => {
  await pay()
  await app.simulate('faults', { route: 'GET /v1/checkout/sessions/:id', kind: 'status', status: 503, count: 3 })
  const found = await readCheck()
  expect(found).toMatchObject({ compared: 0, differences: [], problem: expect.stringContaining("Stripe couldn't be asked about 1 of 1") })
  expect(await readCheck()).toMatchObject({ compared: 1, problem: null })
})

test('a refused key ends the comparison, with a problem that says what to do', async () => {
  const { publishableKey, secretKey } = deriveStripeKeys(`compare ${ada.userId}`)
  await app.send(ada, 'POST', '/api/business-profile', {
    businessName: 'Ada',
    stripePublishableKey: publishableKey,
    stripeSecretKey: secretKey,
  })
  await pay()
  await app.simulate('keys/revoke', { key: secretKey })
  const reply = of((await post('check')).body)
  expect(reply).toMatchObject({ status: 'error', problem: expect.stringContaining('Enter a new one'), check: { compared: 0 } })
  expect(reply.check.problem).toBe(reply.problem)
})

test('the hourly comparison fixes what it can without a notification', async () => {
  await payAtCheckout(await checkout(), goodCard)
  await compare()
  expect(await stored()).toEqual({ status: 'paid', paid: '150.25' })
  expect(of(await state()).check).toMatchObject({ compared: 1, differences: [] })
  expect(await notes()).toEqual([])
  const [job] = await app.sql<{ minutes: number }>(
    'select extract(epoch from run_at - now())::int / 60 as minutes from graphile_worker._private_jobs where key = $1',
    [`compare-${ada.userId}-stripe`],
  )
  expect(job!.minutes).toBeLessThanOrEqual(60)
})

test('the owner is notified once of a difference that stays', async () => {
  await pay()
  await app.sql('update payments set amount = 140 where user_id = $1', [ada.userId])
  await compare()
  await expect.poll(async () => (await notes()).length, { timeout: 60_000 }).toBe(1)
  const [mail] = await notes()
  expect(mail!.subject).toBe(`Stripe says something else than Billfold about invoice ${invoice.number}`)
  expect(mail!.text).toContain('Stripe: $150.25 paid. Billfold: $140.00 paid.')
  await readCheck()
  await compare()
  await compare()
  expect(of(await state()).check.differences).toHaveLength(1)
  // Another difference is notified again.
  await app.sql('update payments set amount = 139 where user_id = $1', [ada.userId])
  await compare()
  await expect.poll(async () => (await notes()).length, { timeout: 60_000 }).toBe(2)
})

test('an account that wasn’t used for half a year isn’t compared', async () => {
  await pay()
  await app.sql(
    "update payment_attempts set created_at = now() - interval '181 days', updated_at = now() - interval '181 days' where user_id = $1",
    [ada.userId],
  )
  await app.sql('delete from graphile_worker._private_jobs where key = $1', [`compare-${ada.userId}-stripe`])
  await compare()
  expect(of(await state()).check).toBeNull()
  expect(await app.sql('select 1 from graphile_worker._private_jobs where key = $1', [`compare-${ada.userId}-stripe`])).toEqual([])
})
