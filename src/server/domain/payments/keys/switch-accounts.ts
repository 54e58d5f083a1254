import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { failAttemptsOfOtherAccounts, listFailedAttempts } from '#server/domain/payments/attempts/abandon.ts'
import { queueComparison } from '#server/domain/payments/comparison/queue.ts'
import { queueAttemptCheck } from '#server/domain/payments/reconcile/recheck.job.ts'
import { deleteOtherEndpoints } from '#server/domain/payments/webhooks/endpoints.ts'
import { queueWebhookRegistration } from '#server/domain/payments/webhooks/register.job.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { providerLabels, providerNames } from '#shared/payment-methods.ts'

export type SwitchAccountsDeps = {
  database: Database
  accounts: Pick<Accounts, 'account'>
  publicUrl: () => URL
  now: () => Date
  log: (line: string) => void
}

/**
 * After a change of keys: lets go of what was begun with other accounts, takes up again what was let go of when a present one went, and has the
 * present ones listened to and compared.
 */
export const switchToCurrentAccounts = async ({ accounts, publicUrl, now, log }: SwitchAccountsDeps, db: UserDb): Promise<void> => {
  for (const name of providerNames) {
    const present = await accounts.account(db, name)
    const others = await failAttemptsOfOtherAccounts(db, name, present?.accountId ?? null)
    if (others > 0)
      log(
        `The ${providerLabels[name]} key of user ${db.userId} changed: ${others} payment ${others === 1 ? 'attempt that was' : 'attempts that were'} made with the one before got set aside.`,
      )
    await deleteOtherEndpoints(db, name, present?.accountId ?? null)
    if (!present) continue
    for (const id of await listFailedAttempts(db, name, present.accountId)) await queueAttemptCheck(db, now(), id, 1)
    // The stand-in's own begin with its first page.
    if (present.sandbox) continue
    await queueWebhookRegistration(db, present, publicUrl())
    await queueComparison(db, now(), name)
  }
}
