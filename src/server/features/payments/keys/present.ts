import type { Database, UserDb } from '#server/platform/db/client.ts'
import { providerNames, providerWords } from '#shared/payment-methods.ts'
import type { Accounts } from '../accounts.ts'
import { queueCompare } from '../compare/queue.ts'
import { queueCheck } from '../look-again.job.ts'
import { setAsideOf, setAsideOthers } from '../set-aside.ts'
import { forgetOtherEndpoints } from '../webhooks/endpoints.ts'
import { queueWebhook } from '../webhooks/register.job.ts'

export type PresentDeps = {
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
export const turnToPresent = async ({ accounts, publicUrl, now, log }: PresentDeps, db: UserDb): Promise<void> => {
  for (const name of providerNames) {
    const present = await accounts.account(db, name)
    const others = await setAsideOthers(db, name, present?.accountId ?? null)
    if (others > 0)
      log(
        `The ${providerWords[name]} key of user ${db.userId} changed: ${others} payment ${others === 1 ? 'attempt that was' : 'attempts that were'} made with the one before got set aside.`,
      )
    await forgetOtherEndpoints(db, name, present?.accountId ?? null)
    if (!present) continue
    for (const id of await setAsideOf(db, name, present.accountId)) await queueCheck(db, now(), id, 1)
    // The stand-in's own begin with its first page.
    if (present.sandbox) continue
    await queueWebhook(db, present, publicUrl())
    await queueCompare(db, now(), name)
  }
}
