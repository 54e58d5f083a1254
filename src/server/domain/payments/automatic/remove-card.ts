import { lockInvoice } from '#server/domain/payments/balance/balance.ts'
import { revokeCard, type SavedCard } from '#server/domain/payments/saved-cards/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { describeRemoval } from './look.ts'
import { listAnnounced, lockAutomaticPayment, stopPayment } from './store.ts'

export const removeCard = async (db: UserDb, card: SavedCard, by: 'customer' | 'owner'): Promise<void> => {
  if (!(await revokeCard(db, card, by))) return
  const { problem, tells } = describeRemoval({ revokedBy: by, revokedReason: null })
  for (const { documentId } of await listAnnounced(db, card.id)) {
    await lockInvoice(db, documentId)
    const payment = await lockAutomaticPayment(db, documentId)
    if (payment?.status === 'announced') await stopPayment(db, payment, problem, tells, by === 'customer' ? 'Customer' : null)
  }
}
