import type { Translate } from './customer-texts.ts'
import { fillPlaceholders } from './placeholders.ts'

/** Between the announcement of an automatic payment and the payment, at least. */
export const noticeDays = 3

const inEnglish: Translate = (text, ...[values]) => fillPlaceholders(text, (name) => values?.[name as never])

/** Stored as they were shown. @param days `noticeDays` in words */
export const formatCardConsent = (
  { businessName: business, limit, days = `${noticeDays} days` }: { businessName: string; limit: string | null; days?: string },
  t: Translate = inEnglish,
): string =>
  limit
    ? t(
        'Save this card, and let {business} charge it for future recurring invoices when they are due, up to {limit} each. I get a notice {days} before each payment and can remove the card at any time.',
        { business, limit, days },
      )
    : t(
        'Save this card, and let {business} charge it for future recurring invoices when they are due. I get a notice {days} before each payment and can remove the card at any time.',
        { business, days },
      )

const brandLabels: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export const formatCard = ({ brand, last4 }: { brand: string; last4: string }, t: Translate = inEnglish): string =>
  t('{card} ending in {digits}', { card: brandLabels[brand] ?? t('Card'), digits: last4 })

export const formatExpiry = ({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`
