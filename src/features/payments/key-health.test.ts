import { expect, test } from 'vitest'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import {
  ada,
  app,
  attempts,
  checkout,
  invoice,
  order,
  payByWallet,
  returnFromCheckout,
  setUpPayments,
  setup,
} from './testing/payment-fixture.ts'

// A provider refuses a business's own key: no checkout is offered, attempts are kept, and the owner is notified once.

setUpPayments()
const config = async () => (await app.send(null, 'GET', `/api/public/invoice/${invoice.publicId}`)).body.paymentConfig
const credentials = () =>
  app.sql<{ status: string; problem: string | null }>('select status, problem from payment_credentials where user_id = $1', [ada.userId])
const notes = async () => (await app.mails(0)).filter(({ to, subject }) => to.address === ada.email && subject.includes('refused your key'))
/** Saves own keys of both providers, and offers both. */
const createKeys = () => ({ card: deriveStripeKeys(`own of ${ada.userId}`), wallet: derivePayPalKeys(`own of ${ada.userId}`) })
const enterKeys = async () => {
  const { card, wallet } = createKeys()
  await app.send(ada, 'POST', '/api/business-profile', {
    businessName: 'Ada Works',
    preferredPaymentMethod: 'both',
    stripePublishableKey: card.publishableKey,
    stripeSecretKey: card.secretKey,
    paypalClientId: wallet.clientId,
    paypalClientSecret: wallet.clientSecret,
  })
  await app.sql("update payment_credentials set status = 'connected', problem = null where user_id = $1", [ada.userId])
}

test('with own keys the business collects by both providers, outside the sandbox', async () => {
  await enterKeys()
  expect(await config()).toEqual({ hasStripe: true, hasPayPal: true, sandbox: false })
  expect((await setup()).body.script).toBeNull()
  expect((await payByWallet()).reply.body.status).toBe('paid')
})

test('unchecked and refused keys offer no checkout', async () => {
  await enterKeys()
  for (const status of ['unchecked', 'error']) {
    await app.sql('update payment_credentials set status = $2 where user_id = $1', [ada.userId, status])
    expect(await config()).toEqual({ hasStripe: false, hasPayPal: false, sandbox: false })
    expect((await order()).status).toBe(409)
    expect((await checkout()).endsWith('?payment=unavailable')).toBe(true)
  }
})

test('a refused Stripe key is stored and notified once, and the open payment is recorded when the key is accepted again', async () => {
  await enterKeys()
  const page = await checkout()
  await payAtCheckout(page, '4242424242424242')
  const refuse = (count: number) => app.simulate('faults', { route: 'GET /v1/checkout/sessions/:id', kind: 'status', status: 401, count })
  await refuse(2)
  expect((await returnFromCheckout()).status).toBe(502)
  expect((await returnFromCheckout()).status).toBe(502)
  expect((await credentials()).filter(({ status }) => status === 'error')).toEqual([
    { status: 'error', problem: "Stripe doesn't accept the secret key any more. Enter a new one in the business profile." },
  ])
  expect(await config()).toEqual({ hasStripe: false, hasPayPal: true, sandbox: false })
  expect(await attempts()).toMatchObject([{ status: 'open' }])
  await expect.poll(async () => (await notes()).length, { timeout: 60_000 }).toBe(1)
  expect((await returnFromCheckout()).body.status).toBe('paid')
  expect((await credentials()).map(({ status }) => status)).toEqual(['connected', 'connected'])
  expect((await notes()).length).toBe(1)
})

test('a revoked PayPal secret', async () => {
  await enterKeys()
  const { id } = (await order()).body
  await app.simulatePayPal('keys/revoke', { key: createKeys().wallet.clientSecret })
  await app.simulatePayPal('tokens/expire', {})
  expect((await returnFromCheckout({ sessionId: id })).status).toBe(502)
  expect(await config()).toEqual({ hasStripe: true, hasPayPal: false, sandbox: false })
  expect(await attempts()).toMatchObject([{ status: 'open' }])
})

test('the sandbox can be switched off', async () => {
  expect(await config()).toEqual({ hasStripe: true, hasPayPal: true, sandbox: true })
  const page = await checkout()
  await app.send(ada, 'POST', '/api/business-profile', { businessName: 'Ada Works' })
  await app.sql('update business_profiles set payment_sandbox = false where user_id = $1', [ada.userId])
  expect(await config()).toEqual({ hasStripe: false, hasPayPal: false, sandbox: false })
  // Attempts of the sandbox are still reconciled.
  await payAtCheckout(page, '4242424242424242')
  expect((await returnFromCheckout()).body.status).toBe('paid')
})
