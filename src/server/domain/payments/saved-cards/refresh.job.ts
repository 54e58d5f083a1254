import { z } from 'zod'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { findCard, revokeCard, updateCard } from './store.ts'

const refreshJob = job('saved-cards.refresh', { cardId: z.int() }, { lane: 'payments' })

/** An event only says that the card may have changed. */
export const queueRefresh = (db: UserDb, cardId: number): Promise<void> =>
  enqueue(db, refreshJob, { userId: db.userId, cardId }, { key: `saved-cards.refresh ${db.userId} ${cardId}` })

/** A card that was detached at the provider is removed here. */
export const refreshRunner = ({ database, accounts }: { database: Database; accounts: Pick<Accounts, 'provider'> }) =>
  runner(refreshJob, async ({ userId, cardId }) => {
    const found = await database.asUser(userId, async (db) => {
      const [card, provider] = [await findCard(db, cardId), await accounts.provider(db, 'stripe')]
      return card && card.revokedAt === null && provider?.accountId === card.accountId ? { card, provider } : null
    })
    if (!found?.provider.fetchCard) return
    const details = await found.provider.fetchCard(found.card.methodRef)
    await database.asUser(userId, async (db) => {
      if (details?.customerRef === found.card.customerRef) await updateCard(db, cardId, details)
      else await revokeCard(db, found.card, 'billfold', 'It was removed at Stripe.')
    })
  })
