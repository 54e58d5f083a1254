import { automaticPayments, savedCards } from '#server/platform/db/schema/saved-cards.ts'
import { exportTable } from './exported-table.ts'
import { ownerReason, parentReason } from './tables.ts'

export const exportedCards = exportTable(
  savedCards,
  [
    ...([
      'id',
      'customerId',
      'accountId',
      'brand',
      'last4',
      'expiryMonth',
      'expiryYear',
      'attemptId',
      'consentWords',
      'consentedAt',
    ] as const),
    ...(['maxAmount', 'currency', 'revokedAt', 'revokedBy', 'revokedReason', 'createdAt', 'updatedAt'] as const),
  ],
  {
    userId: ownerReason,
    customerRef: 'names the card at Stripe, with which it can be charged',
    methodRef: 'names the card at Stripe, with which it can be charged',
  },
)
export const exportedAutomaticPayments = exportTable(
  automaticPayments,
  ['documentId', 'amount', 'currency', 'day', 'status', 'nextAt', 'tries', 'attemptId', 'problem', 'createdAt', 'updatedAt'],
  { userId: ownerReason, cardId: parentReason },
  { nameByColumn: { documentId: 'invoiceId' } },
)
