import type { CheckoutDetails, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { createPayPalProvider } from '#server/providers/paypal/provider.ts'
import { cents } from '#shared/money.ts'

// Shared by the tests of the client.

let count = 0
/** A provider with keys of which no token is cached. */
export const createProviderAt = (origin: string, over: Partial<Parameters<typeof createPayPalProvider>[0]> = {}) =>
  createPayPalProvider({
    clientId: `client-${++count}`,
    clientSecret: 'a-secret',
    accountId: 'paypal-client',
    sandbox: false,
    hosts: [{ origin, mode: 'test' }],
    ...over,
  })

export const attempt: PaymentAttempt = {
  id: 'att_0123456789-abcdefg_HIJKLM',
  invoiceId: 7,
  provider: 'paypal',
  accountId: 'paypal-client',
  ref: null,
  url: null,
  amount: cents(15_025),
  currency: 'usd',
  payee: null,
  captureTry: 0,
  cardConsent: null,
  customerRef: null,
  status: 'creating',
  createdAt: new Date('2026-05-04T10:00:00Z'),
  updatedAt: new Date('2026-05-04T10:00:00Z'),
}

export const bill: CheckoutDetails = {
  title: 'Invoice INV-0042',
  number: 'INV-0042',
  businessName: 'Ada & Söhne',
  customerEmail: 'pay@acme.example',
  successUrl: 'https://pay.example.com/payment-success?invoice=abc&session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://pay.example.com/pay-invoice/abc',
}

export const orderId = '5O190127TN364715T'
export const captureId = '3C679366HH908993F'
const usd = (value: string) => ({ currency_code: 'USD', value })

/** An order as PayPal returns it, with more fields than are read. */
export const buildOrderAnswer = (over: object = {}, unit: object = {}) => ({
  id: orderId,
  intent: 'CAPTURE',
  status: 'CREATED',
  create_time: '2026-05-04T10:00:01Z',
  links: [{ href: 'https://www.sandbox.paypal.com/checkoutnow?token=5O190127TN364715T', rel: 'payer-action', method: 'GET' }],
  purchase_units: [
    {
      reference_id: 'default',
      amount: usd('150.25'),
      payee: { merchant_id: 'MERCHANT7XYZ2', email_address: 'owner@example.com' },
      custom_id: attempt.id,
      invoice_id: 'INV-0042-g_HIJKLM',
      ...unit,
    },
  ],
  ...over,
})
export const capture = (over: object = {}) => ({
  id: captureId,
  status: 'COMPLETED',
  amount: usd('150.25'),
  final_capture: true,
  create_time: '2026-05-04T10:03:00Z',
  custom_id: attempt.id,
  ...over,
})
export const buildRefundAnswer = (value: string, over: object = {}) => ({
  id: '1JU08902781691411',
  status: 'COMPLETED',
  amount: usd(value),
  links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/${captureId}`, method: 'GET' }],
  ...over,
})
export const paidOrder = (captureOver: object = {}, refunds: object[] = []) =>
  buildOrderAnswer({ status: 'COMPLETED' }, { payments: { captures: [capture(captureOver)], ...(refunds.length > 0 ? { refunds } : {}) } })

/** The error of a rejected promise. */
export const problem = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}
