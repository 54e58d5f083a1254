import { z } from 'zod'
import { lockKeys } from '#server/domain/payments/accounts/accounts.ts'
import { recordRefusedKey } from '#server/domain/payments/accounts/key-health.ts'
import { failAttemptsOfOtherAccounts, listFailedAttempts } from '#server/domain/payments/attempts/attempts.ts'
import { queueComparison } from '#server/domain/payments/comparison/due.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import { deleteOtherEndpoints } from '#server/domain/payments/webhooks/endpoints.ts'
import { queueWebhookRegistration } from '#server/domain/payments/webhooks/register.job.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type ProviderName, providerLabels, providerNames } from '#shared/payment-methods.ts'
import { renameProvisionalAccount } from './account-id.ts'
import { checkKeys } from './check.ts'
import { decryptKeys, readStoredKeys, saveKeyStatus } from './store.ts'

/** Call it after a change of keys. Attempts that failed when the key of a current account was gone are checked again. */
export const switchToCurrentAccounts = async ({ accounts, publicUrl, now, log }: Services, db: UserDb): Promise<void> => {
  for (const name of providerNames) {
    const current = await accounts.account(db, name)
    const failed = await failAttemptsOfOtherAccounts(db, name, current?.accountId ?? null)
    if (failed > 0)
      log(`The ${providerLabels[name]} key of user ${db.userId} changed. Attempts of other accounts stored as failed: ${failed}.`)
    await deleteOtherEndpoints(db, name, current?.accountId ?? null)
    if (!current) continue
    for (const id of await listFailedAttempts(db, name, current.accountId)) await queueAttemptCheck(db, now(), id, 1)
    // A sandbox account gets its webhook and comparison with its first checkout.
    if (current.sandbox) continue
    await queueWebhookRegistration(db, current, publicUrl())
    await queueComparison(db, now(), name)
  }
}

const keyCheckJob = job('payments.keys', { provider: z.enum(providerNames), round: z.int() }, { lane: 'payments' })

const getDelayMinutes = (round: number): number => [0, 1, 5, 15][round] ?? 60

/** @param round how often it was tried */
export const queueKeyCheck = (db: UserDb, now: Date, provider: ProviderName, round: number): Promise<void> => {
  const runAt = new Date(now.getTime() + getDelayMinutes(round) * 60_000)
  return enqueue(db, keyCheckJob, { userId: db.userId, provider, round }, { key: `keys-${db.userId}-${provider}`, runAt })
}

export const queueChecksOfUncheckedKeys = async (db: UserDb, now: Date): Promise<void> => {
  const unchecked = await db.rows<{ provider: ProviderName }>(
    "select provider from payment_credentials where user_id = $1 and status = 'unchecked' and account_id is not null",
    [db.userId],
  )
  for (const { provider } of unchecked) await queueKeyCheck(db, now, provider, 0)
}

export const keyCheckRunner = (services: Services) =>
  runner(keyCheckJob, async ({ userId, provider: name, round }) => {
    const { database, accounts, secrets, now } = services
    const stored = await database.asUser(userId, (db) => readStoredKeys(db, name))
    if (stored.credential?.status !== 'unchecked') return
    const { version } = stored.credential
    const result = await checkKeys(accounts, name, decryptKeys(secrets, userId, name, stored))
    if (result === 'refused') return recordRefusedKey(database, { userId, name, version })
    await database.asUser(userId, async (db) => {
      await lockKeys(db)
      const { publicKey, credential } = await readStoredKeys(db, name)
      // Other keys were saved meanwhile, and checked when they were.
      if (credential?.version !== version || credential.status !== 'unchecked' || publicKey !== stored.publicKey) return
      if (result.status === 'connected') {
        await renameProvisionalAccount(db, name, credential.accountId, result.accountId!)
        await saveKeyStatus(db, name, result)
        await switchToCurrentAccounts(services, db)
      } else if (result.accountId !== null) await queueKeyCheck(db, now(), name, round + 1)
    })
  })
