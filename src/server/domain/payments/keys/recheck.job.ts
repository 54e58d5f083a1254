import { z } from 'zod'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { lockKeys } from '#server/domain/payments/accounts/lock.ts'
import { recordRefusedKey } from '#server/domain/payments/accounts/refused-key.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { renameAccount } from './account-id.ts'
import { checkKeys } from './check.ts'
import { decryptKeys, readStoredKeys, saveKeyStatus } from './store.ts'
import { type SwitchAccountsDeps, switchToCurrentAccounts } from './switch-accounts.ts'

const recheckJob = job('payments.keys', { provider: z.enum(providerNames), round: z.int() }, { lane: 'payments' })

type Deps = SwitchAccountsDeps & { accounts: Accounts; secrets: Secrets }

/** Soon at first, then hourly until it is known. */
const pauseMinutes = (round: number): number => [0, 1, 5, 15][round] ?? 60

/** Has a provider asked about keys that it couldn't be asked about; `round` counts how often that was tried. */
export const queueKeyCheck = (db: UserDb, now: Date, provider: ProviderName, round: number): Promise<void> =>
  enqueue(
    db,
    recheckJob,
    { userId: db.userId, provider, round },
    { key: `keys-${db.userId}-${provider}`, runAt: new Date(now.getTime() + pauseMinutes(round) * 60_000) },
  )

/** The same at once, for keys that an earlier version kept unasked; nothing for all others. */
export const queueChecksOfUncheckedKeys = async (db: UserDb, now: Date): Promise<void> => {
  const unchecked = await db.rows<{ provider: ProviderName }>(
    "select provider from payment_credentials where user_id = $1 and status = 'unchecked' and account_id is not null",
    [db.userId],
  )
  for (const { provider } of unchecked) await queueKeyCheck(db, now, provider, 0)
}

/** The provider hasn't said yet whose the key is: he couldn't be asked, or an earlier version never asked him. */
const isUnknown = ({ status, accountId }: { status: string; accountId: string | null }) =>
  status === 'unchecked' || (status === 'connected' && accountId?.startsWith('key-') === true)

/** Asks about keys whose provider couldn't be asked when they were saved, until it answers. */
export const keyCheckRunner = (deps: Deps) =>
  runner(recheckJob, async ({ userId, provider: name, round }) => {
    const { database, accounts, secrets, now } = deps
    const kept = await database.asUser(userId, (db) => readStoredKeys(db, name))
    if (!kept.credential || !isUnknown(kept.credential)) return
    const { version } = kept.credential
    const standing = await checkKeys(accounts, name, decryptKeys(secrets, userId, name, kept))
    if (standing === 'refused') return recordRefusedKey(database, { userId, name, version })
    await database.asUser(userId, async (db) => {
      await lockKeys(db)
      const { shown, credential } = await readStoredKeys(db, name)
      // What was asked about isn't what is kept any more: that was asked about when it was saved.
      if (credential?.version !== version || !isUnknown(credential) || shown !== kept.shown) return
      if (standing.status === 'connected') {
        await renameAccount(db, name, credential.accountId, standing.accountId!)
        await saveKeyStatus(db, name, standing)
        await switchToCurrentAccounts(deps, db)
      } else if (standing.accountId !== null) await queueKeyCheck(db, now(), name, round + 1)
    })
  })
