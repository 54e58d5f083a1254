import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, Accounts } from '#server/domain/payments/accounts/accounts.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import type { Database } from '#server/platform/db/client.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { findEndpoint } from './endpoints.ts'

/** How long a person who changes a key waits for this at most. */
const patienceMs = 5000

type Deps = { database: Database; accounts: Pick<Accounts, 'provider'>; log: (line: string) => void }
type Ending = { name: ProviderName; provider: CheckoutProvider; webhookId: string }

/**
 * Does `work`, after which these accounts are no longer in use, and then has their providers send no more events: as well as that can be done within
 * some seconds. What still comes finds no address.
 */
export const removeWebhooksAfter = async <T>(
  { database, accounts, log }: Deps,
  userId: number,
  ending: readonly Account[],
  work: () => Promise<T>,
): Promise<T> => {
  const failed = (name: ProviderName) => (error: unknown) =>
    log(
      `The events of ${providerLabels[name]} for user ${userId} weren't ended when its key changed: ${error instanceof Error ? error.message : String(error)}`,
    )
  const registered: Ending[] = []
  for (const account of ending) {
    const name = account.provider
    // While the key is still there; one that can't be opened any more ends nothing.
    const found = await database
      .asUser(userId, async (db) => {
        const webhookId = (await findEndpoint(db, account))?.webhookId
        const provider = webhookId ? await accounts.provider(db, name) : null
        return webhookId && provider ? { name, provider, webhookId } : null
      })
      .catch(failed(name))
    if (found) registered.push(found)
  }
  const result = await work()
  const all = Promise.all(registered.map(({ name, provider, webhookId }) => provider.removeWebhook(webhookId).catch(failed(name))))
  const isOver = new AbortController()
  await Promise.race([all, sleep(patienceMs, undefined, { signal: isOver.signal }).catch(() => undefined)])
  isOver.abort()
  return result
}
