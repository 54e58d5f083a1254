import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

export type CustomerDetails = { email?: string; name?: string; description?: string; phone?: string; metadata: Record<string, string> }

/** Somebody who may subscribe. `balance` is whole cents; below zero is what the business owes him. */
export const newCustomer = (world: World, account: Account, details: CustomerDetails): Stripe.Customer => ({
  id: world.newId('cus_'),
  object: 'customer',
  address: null,
  balance: 0,
  created: world.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: details.description ?? null,
  discount: null,
  email: details.email ?? null,
  invoice_prefix: world.randomText(8, 'invoice prefix').toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: account.livemode,
  metadata: details.metadata,
  name: details.name ?? null,
  next_invoice_sequence: 1,
  phone: details.phone ?? null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})
