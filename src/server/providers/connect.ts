import type { ConnectProviders } from '#server/domain/payments/provider.ts'
import { connectPayPal } from './paypal/provider.ts'
import { createStripeProvider } from './stripe/provider.ts'

export const connectProviders: ConnectProviders = { stripe: createStripeProvider, paypal: connectPayPal }
