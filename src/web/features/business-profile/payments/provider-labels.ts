import type { Provider } from '#web/features/business-profile/api.ts'
import type { KeyField } from '#web/features/business-profile/form/profile-values.ts'

type Words = {
  title: string
  what: string
  /** Beside its switch. */
  turn: string
  /** Shown when it is on. */
  on: string
  keys: [KeyField, string][]
}

/** The labels of the two payment methods. */
export const providerLabels: Record<Provider, Words> = {
  stripe: {
    title: 'Stripe',
    what: 'Card payments',
    turn: 'Accept cards with Stripe',
    on: "Customers pay by card on each invoice's payment page.",
    keys: [
      ['stripePublishableKey', 'Publishable Key'],
      ['stripeSecretKey', 'Secret Key'],
    ],
  },
  paypal: {
    title: 'PayPal',
    what: 'Wallet payments',
    turn: 'Accept PayPal',
    on: 'Customers pay with their PayPal wallet.',
    keys: [
      ['paypalClientId', 'Client ID'],
      ['paypalClientSecret', 'Client Secret'],
    ],
  },
}
