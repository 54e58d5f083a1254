import { customerOf, readRow } from './row.ts'
import { isOver } from './state.ts'
import type { SyncDeps } from './sync.ts'

/**
 * Ends at once whatever takes this user's money, or waits for it: for whoever deletes his account. Nothing is given back, and nothing is written
 * here. Without a customer there is nothing to end.
 * @throws ProviderError when the provider can't be asked, or keeps one of them
 */
export const endSubscriptions = async ({ database, provider }: SyncDeps, userId: number): Promise<void> => {
  const row = await database.asUser(userId, (db) => readRow(db))
  if (!row.customerId) return
  const customerId = customerOf(row, await provider.accountId())
  if (!customerId) return
  for (const one of await provider.subscriptionsOf(customerId)) if (!isOver(one)) await provider.cancel(one.id)
}
