import { z } from 'zod'
import { del, get, limited, noBody, post } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { savedCardEndpoints } from './endpoints/saved-cards.ts'
import { amount, amountInput, calendarDay, currency, instant, requiredText } from './fields.ts'

const cardFields = {
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
}

export const savedCard = z.object({
  id: z.int(),
  ...cardFields,
  consentWords: z.string(),
  consentedAt: instant,
  /** The most that one payment may take; null for no limit. */
  maxAmount: amount.nullable(),
  currency: currency.nullable(),
  /** null for a card that can be charged. */
  removedAt: instant.nullable(),
  removedBy: z.enum(['customer', 'owner', 'billfold']).nullable(),
  removedReason: z.string().nullable(),
})
export type SavedCardWire = z.input<typeof savedCard>

export const automaticPaymentStatuses = ['announced', 'charging', 'paid', 'customer', 'stopped'] as const

export const automaticPayment = z.object({
  /** 'customer': the bank wants the customer to confirm, so the card is not charged and they pay on the pay page. */
  status: z.enum(automaticPaymentStatuses),
  /** A smaller balance due is charged as it is. */
  amount,
  currency,
  day: calendarDay,
  /** At the earliest; null when it isn't charged any more. */
  nextAt: instant.nullable(),
  tries: z.int(),
  problem: z.string().nullable(),
  card: z.object(cardFields),
})
export type AutomaticPaymentWire = z.input<typeof automaticPayment>

export const publicCards = z.object({
  offersToSave: z.boolean(),
  saved: z.object(cardFields).nullable(),
  /** null also when it is made or was stopped. */
  charge: z.object({ status: z.enum(['announced', 'charging', 'customer']), amount, day: calendarDay }).nullable(),
})

export const savedCardsApi = {
  list: get(savedCardEndpoints.list, z.array(savedCard)),
  remove: del(savedCardEndpoints.remove),
  /** Null when the invoice was not announced to be charged to a card. */
  payment: get(savedCardEndpoints.payment, automaticPayment.nullable()),
  stop: post(savedCardEndpoints.stop, noBody, automaticPayment),
  /** `words` are those that the page has shown; 409 when they are not those of now, which include the limit. */
  saveAndPay: limited(
    'payment attempts',
    post(
      savedCardEndpoints.saveAndPay,
      z.strictObject({
        words: requiredText('words', textLimits.cardConsent),
        /** By default the balance due. With a payment schedule, the oldest open instalments can be paid alone. */
        amount: amountInput('Amount', { min: 1 }).optional(),
        maxAmount: amountInput('Limit', { min: 1, belowMin: 'Limit must be more than 0' }).nullish(),
      }),
      z.object({ url: z.string() }),
      { access: 'public' },
    ),
  ),
  removeOwn: limited('removals of cards', post(savedCardEndpoints.removeOwn, noBody, publicCards, { access: 'public' })),
}
