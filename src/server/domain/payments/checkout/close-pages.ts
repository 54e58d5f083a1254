import { setTimeout as sleep } from 'node:timers/promises'
import { listFailedAttempts, listOpenPages } from '#server/domain/payments/attempts/abandon.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { closeAttempts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { type ReconcileDeps, reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

/** How long a person who changes a key waits for the provider at most. */
const patienceMs = 10_000
const atOnce = 4

/** The same accounts, but of this provider always the one that is there now, whatever becomes of its key meanwhile. */
export const withFixedProvider = (deps: ReconcileDeps, old: CheckoutProvider): ReconcileDeps => {
  const { accounts } = deps
  const { name, accountId, sandbox } = old
  return {
    ...deps,
    accounts: {
      ...accounts,
      provider: async (db: UserDb, asked: ProviderName) => (asked === name ? old : accounts.provider(db, asked)),
      account: async (db: UserDb, asked: ProviderName) =>
        asked === name ? { provider: name, accountId, sandbox } : accounts.account(db, asked),
    },
  }
}

/**
 * Closes all payment pages that a business has with a provider while the key that opened them is still there, does `change`, and closes with the same
 * key what was opened meanwhile; all of it as well as that can be done: a provider who is away must not keep anybody from changing or removing a key,
 * least of all one that has leaked. What had been paid is recorded. Failures are logged.
 */
export const withPagesClosedForProvider = async <T>(
  deps: ReconcileDeps,
  userId: number,
  name: ProviderName,
  change: () => Promise<T>,
): Promise<T> => {
  const { database, accounts, log } = deps
  const failed = (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    log(`A payment page of user ${userId} wasn't closed when the key of ${providerLabels[name]} changed: ${why}`)
  }
  // A key that can't be opened any more closes nothing, and is all the more worth changing.
  const old = await database.asUser(userId, (db) => accounts.provider(db, name)).catch((error: unknown) => void failed(error))
  if (!old) return change()
  const asBefore = withFixedProvider(deps, old)

  const until = Date.now() + patienceMs
  const open = await database.asUser(userId, (db) => listOpenPages(db, name, old.accountId))
  await inTime(until, open, ({ id }) => closeAttempts(asBefore, userId, [id]).catch(failed), failed)
  const result = await change()
  const tried = new Set(open.map(({ id }) => id))
  // The change stands by now, whatever comes of the rest.
  const setAside = await database.asUser(userId, (db) => listFailedAttempts(db, name, old.accountId)).catch(failed)
  const since = (setAside ?? []).filter((id) => !tried.has(id))
  // Of an account that is still there, but offered to nobody any more.
  const left = (await database.asUser(userId, (db) => listOpenPages(db, name, old.accountId)).catch(failed)) ?? []
  const opened = left.map(({ id }) => id).filter((id) => !tried.has(id))
  await inTime(until, opened, (id) => closeAttempts(asBefore, userId, [id]).catch(failed), failed)
  await inTime(until, since, (id) => reconcile(asBefore, userId, id).catch(failed), failed)
  return result
}

/** Does the work for each, some at once, and waits for it until then; what has not begun by then isn't. */
const inTime = async <T>(
  until: number,
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  late: (error: Error) => void,
): Promise<void> => {
  const waiting = [...all]
  const isOver = new AbortController()
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined && !isOver.signal.aborted; one = waiting.shift()) await work(one)
  }
  const patience = sleep(Math.max(until - Date.now(), 0), true, { signal: isOver.signal }).catch(() => false)
  if (await Promise.race([Promise.all(Array.from({ length: atOnce }, next)).then(() => false), patience]))
    late(new Error('The payment provider took too long'))
  isOver.abort()
}
