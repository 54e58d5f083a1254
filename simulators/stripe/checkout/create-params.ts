import { emailAddress, expandPaths, integer, list, metadata, oneOf, optional, shape, text, webUrl } from '#simulators/stripe/core/params.ts'

const productData = shape({ name: text(), description: optional(text()), images: optional(list(webUrl, 8)), metadata })
const priceData = shape({
  currency: text(3),
  product_data: productData,
  unit_amount: integer(0, 99_999_999),
  tax_behavior: optional(oneOf('exclusive', 'inclusive', 'unspecified')),
})

export const paymentMethods = ['card', 'us_bank_account'] as const

export const createParams = shape({
  mode: oneOf('payment'),
  line_items: list(shape({ price_data: priceData, quantity: integer(1, 999_999) })),
  success_url: webUrl,
  cancel_url: optional(webUrl),
  client_reference_id: optional(text(200)),
  customer_creation: optional(oneOf('always', 'if_required')),
  customer_email: optional(emailAddress),
  expires_at: optional(integer(0, 9_999_999_999)),
  metadata,
  payment_intent_data: optional(
    shape({
      metadata,
      description: optional(text(1000)),
      receipt_email: optional(emailAddress),
      setup_future_usage: optional(oneOf('off_session')),
    }),
  ),
  allowed_payment_method_types: optional(list(oneOf(...paymentMethods))),
  excluded_payment_method_types: optional(list(oneOf(...paymentMethods))),
  branding_settings: optional(shape({ display_name: optional(text(1000)) })),
  ui_mode: optional(oneOf('hosted_page')),
  locale: optional(oneOf('auto', 'en')),
  submit_type: optional(oneOf('auto', 'pay')),
  expand: expandPaths,
})
export type CreateParams = ReturnType<typeof createParams>
