import { type Account, listCurrentAccounts } from '#server/domain/payments/accounts/accounts.ts'
import { listOpenCheckouts } from '#server/domain/payments/attempts/attempts.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { listCardsOfAccount } from '#server/domain/payments/saved-cards/store.ts'
import { waitAtMost } from '#server/domain/payments/time-limit.ts'
import { removeWebhooksAfter } from '#server/domain/payments/webhooks/remove.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { withCheckoutsClosed } from './close-checkouts.ts'

/** How long a deletion waits at most for the checkouts that were opened last. */
const timeoutMs = 5000

/**
 * Closes the open checkouts before `work`, and removes the providers' webhooks and the saved cards after it. Best effort: a revoked key
 * must not keep a user from deleting the account. A payment that is made meanwhile is known to the provider only.
 * @param work calls `listRemaining` in its transaction when no checkout can be opened any more; those that are open then are closed
 * afterwards
 */
export const withPaymentsClosed = async <T>(
  services: Services,
  userId: number,
  work: (listRemaining: (db: UserDb) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const { database, accounts, log } = services
  const logFailure = (error: unknown) =>
    log(`A checkout of user ${userId}, who is being deleted, wasn't closed: ${error instanceof Error ? error.message : String(error)}`)
  const current = await database.asUser(userId, (db) => listCurrentAccounts(accounts, db))
  const providers = new Map<Account, CheckoutProvider>()
  for (const account of current) {
    // A key that can't be decrypted closes nothing.
    const provider = await database.asUser(userId, (db) => accounts.provider(db, account.provider)).catch(logFailure)
    if (provider) providers.set(account, provider)
  }
  const remaining: { provider: CheckoutProvider; ref: string }[] = []
  const cards: { provider: CheckoutProvider; methodRef: string }[] = []
  const listRemaining = async (db: UserDb) => {
    for (const [{ provider: name, accountId }, provider] of providers) {
      for (const { ref } of await listOpenCheckouts(db, name, accountId)) remaining.push({ provider, ref })
      if (name === 'stripe') for (const { methodRef } of await listCardsOfAccount(db, accountId)) cards.push({ provider, methodRef })
    }
  }
  const workWithCheckoutsClosed = current.reduce<() => Promise<T>>(
    (inner, { provider }) =>
      () =>
        withCheckoutsClosed(services, userId, provider, inner),
    () => work(listRemaining),
  )
  const result = await removeWebhooksAfter(services, userId, current, workWithCheckoutsClosed)
  const closing = remaining.map(({ provider, ref }) => provider.closeCheckout(ref).catch(logFailure))
  const detaching = cards.map(({ provider, methodRef }) => provider.detachCard?.(methodRef).catch(logFailure))
  await waitAtMost(Promise.all([...closing, ...detaching]), timeoutMs)
  return result
}
