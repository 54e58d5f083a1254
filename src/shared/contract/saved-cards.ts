import { z } from 'zod'
import { del, get, noBody, post } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { savedCardEndpoints } from './endpoints/saved-cards.ts'
import { amount, amountInput, calendarDay, currency, instant, requiredText } from './fields.ts'

const cardFields = {
  /** As Stripe names it, e.g. 'visa'. */
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
}

/** A card that a customer has saved, and the words with which they agreed. */
export const savedCard = z.object({
  id: z.int(),
  ...cardFields,
  consentWords: z.string(),
  consentedAt: instant,
  /** The most that one payment may take, and its currency; null for no limit. */
  maxAmount: amount.nullable(),
  currency: currency.nullable(),
  /** When it was removed, by whom, and why; null for a card that can be charged. */
  removedAt: instant.nullable(),
  removedBy: z.enum(['customer', 'owner', 'billfold']).nullable(),
  removedReason: z.string().nullable(),
})
export type SavedCardWire = z.input<typeof savedCard>

export const automaticPaymentStatuses = ['announced', 'charging', 'paid', 'customer', 'stopped'] as const

/** The payment of an invoice with a saved card, as it was announced to the customer. */
export const automaticPayment = z.object({
  /** 'customer': the bank wants the customer to confirm, so the card is not charged and they pay on the pay page. */
  status: z.enum(automaticPaymentStatuses),
  /** The announced amount; a smaller balance due is charged as it is. */
  amount,
  currency,
  /** The announced day. */
  day: calendarDay,
  /** When the card is charged next at the earliest; null when it isn't. */
  nextAt: instant.nullable(),
  /** How often the card was charged. */
  tries: z.int(),
  /** Why the last try failed, or why it was stopped. */
  problem: z.string().nullable(),
  card: z.object(cardFields),
})
export type AutomaticPaymentWire = z.input<typeof automaticPayment>

/** What the public page of an invoice says of cards. */
export const publicCards = z.object({
  /** Whether the customer is asked to save the card that pays. */
  offersToSave: z.boolean(),
  /** The card that the business may charge; null for none. */
  saved: z.object(cardFields).nullable(),
  /** The automatic payment of this invoice, unless it is made or was stopped. */
  charge: z.object({ status: z.enum(['announced', 'charging', 'customer']), amount, day: calendarDay }).nullable(),
})

export const savedCardsApi = {
  /** Newest first, with those that were removed. */
  list: get(savedCardEndpoints.list, z.array(savedCard)),
  remove: del(savedCardEndpoints.remove),
  /** Null when the invoice was not announced to be charged to a card. */
  payment: get(savedCardEndpoints.payment, automaticPayment.nullable()),
  /** The card is not charged for the invoice. */
  stop: post(savedCardEndpoints.stop, noBody, automaticPayment),
  /**
   * Opens a checkout that saves the card. `words` are those that the page has shown; 409 when they are not those of now, which include the limit.
   * @returns the address of the checkout
   */
  saveAndPay: post(
    savedCardEndpoints.saveAndPay,
    z.strictObject({
      words: requiredText('words', textLimits.cardConsent),
      /** What is paid now; by default the balance due. With a payment schedule, the oldest open instalments can be paid alone. */
      amount: amountInput('Amount', { min: 1 }).optional(),
      maxAmount: amountInput('Limit', { min: 1, belowMin: 'Limit must be more than 0' }).nullish(),
    }),
    z.object({ url: z.string() }),
    { access: 'public' },
  ),
  removeOwn: post(savedCardEndpoints.removeOwn, noBody, publicCards, { access: 'public' }),
}
