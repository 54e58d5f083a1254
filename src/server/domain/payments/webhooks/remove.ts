import type { Account } from '#server/domain/payments/accounts/accounts.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { waitAtMost } from '#server/domain/payments/time-limit.ts'
import type { Services } from '#server/domain/services.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { findEndpoint } from './endpoints.ts'

/** How long a request that changes keys waits for the removal at most. */
const timeoutMs = 5000

type RegisteredWebhook = { name: ProviderName; provider: CheckoutProvider; webhookId: string }

/** `work` ends the use of these accounts. Best effort: failures are logged, and events that still arrive get 404. */
export const removeWebhooksAfter = async <T>(
  { database, accounts, log }: Services,
  userId: number,
  ending: readonly Account[],
  work: () => Promise<T>,
): Promise<T> => {
  const logFailure = (name: ProviderName) => (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log(`The ${providerLabels[name]} webhook of user ${userId} wasn't removed when the key changed: ${reason}`)
  }
  const registered: RegisteredWebhook[] = []
  for (const account of ending) {
    const name = account.provider
    // Read before `work`, which may delete the key. A key that can't be decrypted removes nothing.
    const found = await database
      .asUser(userId, async (db) => {
        const webhookId = (await findEndpoint(db, account))?.webhookId
        const provider = webhookId ? await accounts.provider(db, name) : null
        return webhookId && provider ? { name, provider, webhookId } : null
      })
      .catch(logFailure(name))
    if (found) registered.push(found)
  }
  const result = await work()
  const removing = registered.map(({ name, provider, webhookId }) => provider.removeWebhook(webhookId).catch(logFailure(name)))
  await waitAtMost(Promise.all(removing), timeoutMs)
  return result
}
