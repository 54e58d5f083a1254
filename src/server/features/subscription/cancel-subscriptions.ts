import { isOver } from '#server/domain/subscription/state.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import type { SyncDeps } from './sync.ts'

/**
 * Ends at once whatever takes this user's money, or waits for it: for whoever deletes his account. Nothing is given back, and nothing is written
 * here. Without a customer there is nothing to end.
 * @throws ProviderError when the provider can't be asked, or keeps one of them
 */
export const cancelSubscriptions = async ({ database, provider }: SyncDeps, userId: number): Promise<void> => {
  const row = await database.asUser(userId, (db) => readSubscriptionRow(db))
  if (!row.customerId) return
  const customerId = getCustomerId(row, await provider.accountId())
  if (!customerId) return
  for (const one of await provider.listSubscriptions(customerId)) if (!isOver(one)) await provider.cancelSubscription(one.id)
}
