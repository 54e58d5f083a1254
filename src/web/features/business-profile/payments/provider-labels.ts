import type { Provider } from '#web/features/business-profile/form/api.ts'
import type { KeyField } from '#web/features/business-profile/form/profile-values.ts'

type Words = {
  title: string
  subtitle: string
  switchLabel: string
  activeHint: string
  keys: [KeyField, string][]
}

export const providerLabels: Record<Provider, Words> = {
  stripe: {
    title: 'Stripe',
    subtitle: 'Card payments',
    switchLabel: 'Accept cards with Stripe',
    activeHint: "Customers pay by card on each invoice's payment page.",
    keys: [
      ['stripePublishableKey', 'Publishable Key'],
      ['stripeSecretKey', 'Secret Key'],
    ],
  },
  paypal: {
    title: 'PayPal',
    subtitle: 'Wallet payments',
    switchLabel: 'Accept PayPal',
    activeHint: 'Customers pay with their PayPal wallet.',
    keys: [
      ['paypalClientId', 'Client ID'],
      ['paypalClientSecret', 'Client Secret'],
    ],
  },
}
