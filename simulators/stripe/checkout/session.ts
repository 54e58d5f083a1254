import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { formatMoney, getMultiple, getUnitDecimals } from '#simulators/stripe/core/currencies.ts'
import { ApiError, badParam } from '#simulators/stripe/core/errors.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { type CreateParams, paymentMethods } from './create-params.ts'

const minute = 60
const defaultMinimum = 50
const maxTotalCents = 99_999_999

const getExpiry = (requested: number | undefined, now: number): number => {
  if (requested === undefined) return now + 24 * 60 * minute
  if (requested < now + 30 * minute)
    throw badParam('expires_at', undefined, 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.')
  if (requested > now + 24 * 60 * minute)
    throw badParam('expires_at', undefined, 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.')
  return requested
}

/** In the currency's smallest unit, where it is not 50. */
const minimums: Record<string, number> = {
  gbp: 30,
  aed: 200,
  czk: 1500,
  dkk: 250,
  hkd: 400,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
  huf: 17500,
}

const getCurrency = (params: CreateParams): string => {
  const [first] = params.line_items
  for (const [index, line] of params.line_items.entries()) {
    const currency = line.price_data.currency.toLowerCase()
    const param = `line_items[${index}][price_data][currency]`
    if (getUnitDecimals(currency) === undefined)
      throw badParam(param, undefined, `Invalid currency: ${currency}. Stripe does not support it.`)
    const multiple = getMultiple(currency)
    if (line.price_data.unit_amount % multiple !== 0)
      throw badParam(param.replace('[currency]', '[unit_amount]'), undefined, `Amounts in ${currency} must be divisible by ${multiple}.`)
    if (currency !== first!.price_data.currency.toLowerCase())
      throw badParam(param, undefined, 'You cannot combine currencies on a single Checkout Session.')
  }
  return first?.price_data.currency.toLowerCase() ?? 'usd'
}

const getTotal = (params: CreateParams, currency: string): number => {
  if (params.line_items.length === 0)
    throw badParam('line_items', 'parameter_missing', 'You must pass `line_items` with at least one item in `payment` mode.')
  const total = params.line_items.reduce((sum, line) => sum + line.price_data.unit_amount * line.quantity, 0)
  const minimum = minimums[currency] ?? defaultMinimum
  if (total < minimum) {
    const least = formatMoney(minimum, currency)
    throw new ApiError(400, `The Checkout Session's total amount due must add up to at least ${least} ${currency}`, {
      code: 'amount_too_small',
    })
  }
  if (total > maxTotalCents)
    throw new ApiError(400, "The Checkout Session's total amount due must be no more than $999,999.99", { code: 'amount_too_large' })
  return total
}

const listPaymentMethods = ({ allowed_payment_method_types: allowed, excluded_payment_method_types: excluded }: CreateParams): string[] => {
  const left = paymentMethods.filter((method) => (allowed?.includes(method) ?? true) && !excluded?.includes(method))
  if (left.length === 0)
    throw badParam('allowed_payment_method_types', undefined, 'No valid payment method types for this Checkout Session.')
  return left
}

export const checkoutPath = '/sandbox/stripe/checkout'
export const getCheckoutUrl = (context: Context, sessionId: string) => `${context.publicUrl}${checkoutPath}/${sessionId}`

/** @throws ApiError 400 for totals, currencies and times that Stripe does not allow */
export const buildSession = (context: Context, account: Account, params: CreateParams): Stripe.Checkout.Session => {
  const currency = getCurrency(params)
  const total = getTotal(params, currency)
  const id = context.newId(account.livemode ? 'cs_live_' : 'cs_test_')
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    branding_settings: {
      background_color: '#ffffff',
      border_style: 'rounded',
      button_color: '#0074d4',
      display_name: params.branding_settings?.display_name ?? '',
      font_family: 'default',
      icon: null,
      logo: null,
    },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: context.now(),
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: params.customer_creation ?? 'if_required',
    customer_details: params.customer_email ? toCustomerDetails(params.customer_email, null) : null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: getExpiry(params.expires_at, context.now()),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: account.livemode,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: params.metadata,
    mode: 'payment',
    origin_context: null,
    // Since API version 2022-08-01 the payment intent is created with the first attempt to pay.
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: listPaymentMethods(params),
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: getCheckoutUrl(context, id),
    wallet_options: null,
  }
}

export const toCustomerDetails = (email: string, name: string | null): Stripe.Checkout.Session.CustomerDetails => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
})
