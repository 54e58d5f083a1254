import { z } from 'zod'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'

/** Names the card by the provider's ids: its row may be deleted. */
const detachJob = job('saved-cards.detach', { accountId: z.string(), methodRef: z.string() }, { lane: 'payments' })

export const queueDetach = (db: UserDb, { accountId, methodRef }: { accountId: string; methodRef: string }): Promise<void> =>
  enqueue(db, detachJob, { userId: db.userId, accountId, methodRef }, { key: `saved-cards.detach ${db.userId} ${methodRef}` })

/** Where the keys of its account are gone, the card stays at the provider; Billfold doesn't charge it either way. */
export const detachRunner = ({ database, accounts }: { database: Database; accounts: Pick<Accounts, 'provider'> }) =>
  runner(detachJob, async ({ userId, accountId, methodRef }) => {
    const provider = await database.asUser(userId, (db) => accounts.provider(db, 'stripe'))
    if (provider?.accountId === accountId) await provider.detachCard?.(methodRef)
  })
