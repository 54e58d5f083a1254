import { formatInCurrency } from '#server/domain/payments/format.ts'
import { findCard } from '#server/domain/payments/saved-cards/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { formatCard } from '#shared/card-consent.ts'
import { formatDay } from '#shared/dates.ts'
import { findAutomaticPayment } from './store.ts'

export const readNoticeText = async (db: UserDb, documentId: number): Promise<string | null> => {
  const payment = await findAutomaticPayment(db, documentId)
  const card = payment?.status === 'announced' ? await findCard(db, payment.cardId) : null
  if (!payment || !card || card.revokedAt !== null) return null
  return `You don't have to do anything: ${formatInCurrency(payment)} will be charged to your ${formatCard(card)} on ${formatDay(payment.day)}. To pay in another way, or to remove the card, open the invoice before then.`
}
