import type Stripe from 'stripe'
import { getPriceCents, toDecimalString } from '#simulators/stripe/billing/catalog/catalog.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'

/** `cents` below zero is a credit; `start` and `end` are unix seconds. */
export type InvoiceLine = {
  cents: number
  text: string
  price: Stripe.Price
  item: string
  start: number
  end: number
  isProration?: boolean
}
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'
type NewInvoice = {
  subscription: Stripe.Subscription
  customer: Stripe.Customer
  lines: InvoiceLine[]
  reason: BillingReason
  /** The amount due, and the customer's balance afterwards. In cents. */
  due: number
  endingBalance: number
}

const buildLineItem = (
  context: Context,
  invoice: string,
  subscription: Stripe.Subscription,
  line: InvoiceLine,
): Stripe.InvoiceLineItem => ({
  id: context.newId('il_'),
  object: 'line_item',
  amount: line.cents,
  currency: 'usd',
  description: line.text,
  discount_amounts: [],
  discountable: !line.isProration,
  discounts: [],
  invoice,
  livemode: subscription.livemode,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: line.isProration ?? false,
      proration_details: null,
      subscription: subscription.id,
      subscription_item: line.item,
    },
    type: 'subscription_item_details',
  },
  period: { start: line.start, end: line.end },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: line.price.id, product: String(line.price.product) },
    type: 'price_details',
    unit_amount_decimal: toDecimalString(getPriceCents(line.price)),
  },
  quantity: 1,
  quantity_decimal: '1' as unknown as Stripe.InvoiceLineItem['quantity_decimal'],
  subscription: subscription.id,
  subtotal: line.cents,
  taxes: [],
})

const getInvoiceNumber = (customer: Stripe.Customer) =>
  `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`

export const buildInvoice = (
  context: Context,
  account: Account,
  { subscription, customer, lines, reason, due, endingBalance }: NewInvoice,
): Stripe.Invoice => {
  const id = context.newId('in_')
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  const now = context.now()
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: reason !== 'subscription_create',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: endingBalance,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line) => buildLineItem(context, id, subscription, line)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: account.livemode,
    metadata: {},
    next_payment_attempt: null,
    number: getInvoiceNumber(customer),
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  }
}

export const findInvoiceSubscription = (account: Account, invoice: Stripe.Invoice): Stripe.Subscription | undefined => {
  const id = invoice.parent?.subscription_details?.subscription
  return typeof id === 'string' ? account.objects.subscription[id] : undefined
}
