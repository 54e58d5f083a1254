import { ProviderError } from '#server/domain/payments/provider.ts'
import { type ReconcileDeps, reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { type ComparisonResult, compareAccount } from './compare-account.ts'
import { readLastComparison, saveComparison } from './store.ts'

/** Comparisons under way, so that a second click waits for the first one's instead of asking everything again. */
const underway = new Map<string, Promise<void>>()

const once = (key: string, work: () => Promise<void>): Promise<void> => {
  const running = underway.get(key)
  if (running) return running
  const started = work().finally(() => underway.delete(key))
  underway.set(key, started)
  return started
}

const keep = (deps: ReconcileDeps, userId: number, name: ProviderName, reading: ComparisonResult) =>
  deps.database.asUser(userId, (db) => saveComparison(db, name, { ...reading, checkedAt: deps.now() }, false))

/** Compares an account with what stands here, and keeps what it found. */
export const runComparison = (deps: ReconcileDeps, userId: number, name: ProviderName): Promise<void> =>
  once(`check ${userId} ${name}`, async () => {
    const reading = await compareAccount(deps, userId, name)
    if (reading) await keep(deps, userId, name, reading)
  })

/** Brings these attempts to what the provider says, as far as he can be asked. */
export const reconcileAttempts = async (deps: ReconcileDeps, userId: number, attemptIds: readonly string[]): Promise<void> => {
  for (const id of attemptIds) {
    try {
      await reconcile(deps, userId, id)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      deps.log(`Payment attempt ${id} couldn't be brought to what its provider says: ${error.message}`)
      if (error.isKeyRefused) return
    }
  }
}

/** Brings what differed in the last comparison to what the provider says, and compares again. */
export const fixDifferences = (deps: ReconcileDeps, userId: number, name: ProviderName): Promise<void> =>
  once(`fix ${userId} ${name}`, async () => {
    const differences = await deps.database.asUser(userId, async (db) => {
      const account = await deps.accounts.account(db, name)
      return account ? ((await readLastComparison(db, name, account.accountId))?.differences ?? []) : []
    })
    await reconcileAttempts(
      deps,
      userId,
      differences.map(({ attemptId }) => attemptId),
    )
    const reading = await compareAccount(deps, userId, name)
    if (reading) await keep(deps, userId, name, reading)
  })
