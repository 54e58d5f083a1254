import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { listOpenPages } from '#server/domain/payments/attempts/abandon.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import type { ReconcileDeps } from '#server/domain/payments/reconcile/reconcile.ts'
import { removeWebhooksAfter } from '#server/domain/payments/webhooks/remove.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { providerNames } from '#shared/payment-methods.ts'
import { withPagesClosedForProvider } from './close-pages.ts'

type Deps = Omit<ReconcileDeps, 'accounts'> & { accounts: Accounts }
type Page = { provider: CheckoutProvider; ref: string }

/** How long a person who leaves waits for the last pages at most. */
const patienceMs = 5000

/**
 * Does `work`, after which a business is no longer here: its payment pages are closed before, and its providers send no more events afterwards; both as
 * well as that can be done, for a key that was revoked must keep nobody from leaving. Money that came meanwhile is its provider's to tell.
 * @param work calls `lastLook` in its transaction once nobody can open a page any more: what was opened until then is closed too
 */
export const withPaymentsClosed =
  (deps: Deps) =>
  async <T>(userId: number, work: (lastLook: (db: UserDb) => Promise<void>) => Promise<T>): Promise<T> => {
    const { database, accounts, log } = deps
    const failed = (error: unknown) =>
      log(`A payment page of user ${userId}, who leaves, wasn't closed: ${error instanceof Error ? error.message : String(error)}`)
    const present = await database.asUser(userId, async (db) => {
      const all: Account[] = []
      for (const name of providerNames) all.push(...[await accounts.account(db, name)].filter((account) => account !== null))
      return all
    })
    const providers = new Map<Account, CheckoutProvider>()
    for (const account of present) {
      // A key that can't be opened any more closes nothing.
      const provider = await database.asUser(userId, (db) => accounts.provider(db, account.provider)).catch(failed)
      if (provider) providers.set(account, provider)
    }
    const left: Page[] = []
    const lastLook = async (db: UserDb) => {
      for (const [{ provider: name, accountId }, provider] of providers)
        for (const { ref } of await listOpenPages(db, name, accountId)) left.push({ provider, ref })
    }
    const closing = present.reduce<() => Promise<T>>(
      (inner, { provider }) =>
        () =>
          withPagesClosedForProvider(deps, userId, provider, inner),
      () => work(lastLook),
    )
    const result = await removeWebhooksAfter(deps, userId, present, closing)

    const isOver = new AbortController()
    const all = Promise.all(left.map(({ provider, ref }) => provider.closeCheckout(ref).catch(failed)))
    await Promise.race([all, sleep(patienceMs, undefined, { signal: isOver.signal }).catch(() => undefined)])
    isOver.abort()
    return result
  }
