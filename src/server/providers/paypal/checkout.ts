import type { CheckoutDetails, PaymentAttempt } from '#server/domain/payments/provider.ts'
import { toPayPalMoney } from './schemas.ts'

/** The longest that PayPal takes of any text here. */
const longest = 127
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are meant
const fitted = (text: string): string => [...text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()].slice(0, longest).join('')

/** Without what another provider would fill in there. */
const plainUrl = (text: string): string => {
  const url = new URL(text)
  for (const [name, value] of [...url.searchParams]) if (/[{}]/.test(value)) url.searchParams.delete(name)
  return url.href
}

/** The order for an attempt, in the form that PayPal wants. It says the same however often it is made. */
export const buildOrder = (attempt: PaymentAttempt, bill: CheckoutDetails) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: attempt.id,
      // Unique, as PayPal wants it, for an invoice that is paid in parts; and by its beginning a person finds it.
      invoice_id: `${[...fitted(bill.number)].slice(0, longest - 9).join('')}-${attempt.id.slice(-8)}`,
      ...(fitted(bill.title) ? { description: fitted(bill.title) } : {}),
      amount: toPayPalMoney(attempt.amount, attempt.currency),
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        ...(fitted(bill.businessName) ? { brand_name: fitted(bill.businessName) } : {}),
        shipping_preference: 'NO_SHIPPING',
        user_action: 'PAY_NOW',
        return_url: plainUrl(bill.successUrl),
        cancel_url: plainUrl(bill.cancelUrl),
      },
    },
  },
})
