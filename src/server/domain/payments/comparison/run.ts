import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { reconcile } from '#server/domain/payments/reconcile/reconcile.ts'
import type { Services } from '#server/domain/services.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { type ComparisonResult, compareAccount } from './compare-account.ts'
import { readLastComparison, saveComparison } from './store.ts'

/** A second click waits for the first one's comparison. */
const inProgress = new Map<string, Promise<void>>()

const shareRun = (key: string, work: () => Promise<void>): Promise<void> => {
  const running = inProgress.get(key)
  if (running) return running
  const started = work().finally(() => inProgress.delete(key))
  inProgress.set(key, started)
  return started
}

const save = (services: Services, userId: number, name: ProviderName, result: ComparisonResult) =>
  services.database.asUser(userId, (db) => saveComparison(db, name, { ...result, checkedAt: services.now() }, { notify: false }))

export const runComparison = (services: Services, userId: number, name: ProviderName): Promise<void> =>
  shareRun(`check ${userId} ${name}`, async () => {
    const result = await compareAccount(services, userId, name)
    if (result) await save(services, userId, name, result)
  })

/** Failures are logged; after a refused key the rest is skipped. */
export const reconcileAttempts = async (services: Services, userId: number, attemptIds: readonly string[]): Promise<void> => {
  for (const id of attemptIds) {
    try {
      await reconcile(services, userId, id)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      services.log(`Payment attempt ${id} couldn't be reconciled: ${error.message}`)
      if (error.isKeyRefused) return
    }
  }
}

export const fixDifferences = (services: Services, userId: number, name: ProviderName): Promise<void> =>
  shareRun(`fix ${userId} ${name}`, async () => {
    const differences = await services.database.asUser(userId, async (db) => {
      const account = await services.accounts.account(db, name)
      return account ? ((await readLastComparison(db, name, account.accountId))?.differences ?? []) : []
    })
    const ids = differences.map(({ attemptId }) => attemptId)
    await reconcileAttempts(services, userId, ids)
    const result = await compareAccount(services, userId, name)
    if (result) await save(services, userId, name, result)
  })
