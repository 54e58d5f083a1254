import type { BusinessFixture } from './business-fixture.ts'

/** A charge or capture, in cents, with its refunds. */
export type ProviderCharge = { provider: 'stripe' | 'paypal'; ref: string; amount: number; refunded: number }

type Delivery = { id: string; status: string }
type StripeDump = {
  accounts: Record<
    string,
    {
      id: string
      objects: { charge: Record<string, { id: string; status: string; amount: number; amount_refunded: number }> }
      deliveries: Delivery[]
    }
  >
}
type PayPalDump = {
  accounts: Record<
    string,
    {
      captures: Record<string, { id: string; status: string; amount: number }>
      refunds: Record<string, { captureId: string; status: string; amount: number }>
      deliveries: Delivery[]
    }
  >
}

const readStripeAccount = async ({ server, stripeAccount }: BusinessFixture) =>
  Object.values((await server.control<StripeDump>('stripe', 'dump')).accounts).find(({ id }) => id === stripeAccount)
const readPayPalAccount = async ({ server, clientId }: BusinessFixture) =>
  (await server.control<PayPalDump>('paypal', 'dump')).accounts[clientId]

/** All charges and captures of a business, from the simulators. */
export const listProviderCharges = async (business: BusinessFixture): Promise<ProviderCharge[]> => {
  const [stripe, paypal] = await Promise.all([readStripeAccount(business), readPayPalAccount(business)])
  const charges = Object.values(stripe?.objects.charge ?? {}).filter(({ status }) => status === 'succeeded')
  const captures = Object.values(paypal?.captures ?? {}).filter(({ status }) => !['PENDING', 'DECLINED'].includes(status))
  const givenBack = (captureId: string) =>
    Object.values(paypal?.refunds ?? {})
      .filter((refund) => refund.captureId === captureId && ['COMPLETED', 'PENDING'].includes(refund.status))
      .reduce((all, { amount }) => all + amount, 0)
  return [
    ...charges.map(
      ({ id, amount, amount_refunded }): ProviderCharge => ({ provider: 'stripe', ref: id, amount, refunded: amount_refunded }),
    ),
    ...captures.map(({ id, amount }): ProviderCharge => ({ provider: 'paypal', ref: id, amount, refunded: givenBack(id) })),
  ]
}

/** The ids of both providers' held deliveries. */
export const heldEvents = async (business: BusinessFixture): Promise<string[]> => {
  const [stripe, paypal] = await Promise.all([readStripeAccount(business), readPayPalAccount(business)])
  return [...(stripe?.deliveries ?? []), ...(paypal?.deliveries ?? [])].filter(({ status }) => status === 'held').map(({ id }) => id)
}

const fundings = { balance: 'balance', declined: 'declined-card', pending: 'echeck' } as const

/** Approves an order as the customer. */
export const approveOrder = async ({ server }: BusinessFixture, order: string, way: keyof typeof fundings): Promise<void> => {
  // The order may be closed by now.
  await server.control('paypal', 'orders/approve', { order, funding: fundings[way] }).catch(() => undefined)
}
