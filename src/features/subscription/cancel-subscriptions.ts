import { isOver } from '#server/domain/subscription/state.ts'
import { getCustomerId, readSubscriptionRow } from './subscription-row.ts'
import type { SellingServices } from './sync.ts'

/**
 * Immediately, before the account is deleted. Nothing is refunded or stored.
 * @throws ProviderError when the provider doesn't answer, or doesn't cancel one
 */
export const cancelSubscriptions = async ({ database, plans: provider }: SellingServices, userId: number): Promise<void> => {
  const row = await database.asUser(userId, (db) => readSubscriptionRow(db))
  if (!row.customerId) return
  const customerId = getCustomerId(row, await provider.accountId())
  if (!customerId) return
  for (const subscription of await provider.listSubscriptions(customerId))
    if (!isOver(subscription)) await provider.cancelSubscription(subscription.id)
}
