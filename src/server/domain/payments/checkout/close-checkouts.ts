import { listFailedAttempts, listOpenCheckouts } from '#server/domain/payments/attempts/attempts.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { closeAttempts } from '#server/domain/payments/reconcile/close-attempts.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import { waitAtMost } from '#server/domain/payments/time-limit.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

/** How long a request that changes keys waits for a provider at most. */
const timeoutMs = 10_000
const concurrency = 4

/** One provider stays what it is even if its keys are changed or removed meanwhile. */
export const withFixedProvider = (services: Services, fixed: CheckoutProvider): Services => {
  const { accounts } = services
  const { name, accountId, sandbox } = fixed
  return {
    ...services,
    accounts: {
      ...accounts,
      provider: async (db: UserDb, asked: ProviderName) => (asked === name ? fixed : accounts.provider(db, asked)),
      account: async (db: UserDb, asked: ProviderName) =>
        asked === name ? { provider: name, accountId, sandbox } : accounts.account(db, asked),
    },
  }
}

/**
 * Closes the open checkouts with the old key before `change`, and those that were opened meanwhile after it. Payments are recorded. Best
 * effort, failures are logged: an unavailable provider must not keep a user from replacing a key.
 */
export const withCheckoutsClosed = async <T>(
  services: Services,
  userId: number,
  name: ProviderName,
  change: () => Promise<T>,
): Promise<T> => {
  const { database, accounts, log } = services
  const logFailure = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    log(`A checkout of user ${userId} wasn't closed when the ${providerLabels[name]} key changed: ${reason}`)
  }
  // A key that can't be decrypted closes nothing, but it may be replaced.
  const old = await database.asUser(userId, (db) => accounts.provider(db, name)).catch((error: unknown) => void logFailure(error))
  if (!old) return change()
  const withOldKey = withFixedProvider(services, old)
  const deadline = Date.now() + timeoutMs
  const closeAll = (ids: readonly string[]) =>
    forEachUntil(deadline, ids, (id) => closeAttempts(withOldKey, userId, [id]).catch(logFailure), logFailure)
  const listOpen = (db: UserDb) => listOpenCheckouts(db, name, old.accountId)

  const open = (await database.asUser(userId, listOpen)).map(({ id }) => id)
  await closeAll(open)
  const result = await change()
  // From here on errors are only logged: the change is committed.
  const isNew = (id: string) => !open.includes(id)
  const failed = (await database.asUser(userId, (db) => listFailedAttempts(db, name, old.accountId)).catch(logFailure)) ?? []
  const openedSince = (await database.asUser(userId, listOpen).catch(logFailure)) ?? []
  await closeAll(openedSince.map(({ id }) => id).filter(isNew))
  await forEachUntil(deadline, failed.filter(isNew), (id) => reconcile(withOldKey, userId, id).catch(logFailure), logFailure)
  return result
}

/** Returns at the deadline at the latest; items that aren't started by then are skipped. */
const forEachUntil = async <T>(
  deadline: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  onTimeout: (error: Error) => void,
): Promise<void> => {
  const waiting = [...items]
  let isOver = false
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !isOver; item = waiting.shift()) await work(item)
  }
  const workers = Promise.all(Array.from({ length: concurrency }, worker))
  if (!(await waitAtMost(workers, Math.max(deadline - Date.now(), 0)))) onTimeout(new Error('The payment provider took too long'))
  isOver = true
}
