/** Between the announcement of an automatic payment and the payment, at least. */
export const noticeDays = 3

/** Stored as they were shown. */
export const formatCardConsent = ({ businessName, limit }: { businessName: string; limit: string | null }): string =>
  `Save this card, and let ${businessName} charge it for future recurring invoices when they are due${limit ? `, up to ${limit} each` : ''}. I get a notice ${noticeDays} days before each payment and can remove the card at any time.`

const brandLabels: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export const formatCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brandLabels[brand] ?? 'Card'} ending in ${last4}`

export const formatExpiry = ({ expiryMonth, expiryYear }: { expiryMonth: number; expiryYear: number }): string =>
  `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`
