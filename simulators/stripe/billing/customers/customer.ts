import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { type Account, store } from '#simulators/stripe/core/state.ts'

type CustomerDetails = { email?: string | undefined; name?: string; description?: string; phone?: string; metadata: Record<string, string> }

/** `balance` in cents; below zero it is credit. */
const buildCustomer = (context: Context, account: Account, details: CustomerDetails): Stripe.Customer => ({
  id: context.newId('cus_'),
  object: 'customer',
  address: null,
  balance: 0,
  created: context.now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: details.description ?? null,
  discount: null,
  email: details.email ?? null,
  invoice_prefix: context.randomText(8, 'invoice prefix').toUpperCase(),
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

export const createCustomer = (context: Context, account: Account, details: CustomerDetails): Stripe.Customer => {
  const customer = store(account, 'customer', buildCustomer(context, account, details))
  context.changed()
  context.emit(account, 'customer.created', customer)
  return customer
}
