import { failAttemptsOfOtherAccounts, listFailedAttempts } from '#server/domain/payments/attempts/attempts.ts'
import { queueComparison } from '#server/domain/payments/comparison/queue.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import { deleteOtherEndpoints } from '#server/domain/payments/webhooks/endpoints.ts'
import { queueWebhookRegistration } from '#server/domain/payments/webhooks/register.job.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { providerLabels, providerNames } from '#shared/payment-methods.ts'

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
