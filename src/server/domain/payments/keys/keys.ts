import type { Account, Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { lockKeys } from '#server/domain/payments/accounts/lock.ts'
import { withPagesClosedForProvider } from '#server/domain/payments/checkout/close-pages.ts'
import type { ReconcileDeps } from '#server/domain/payments/reconcile/reconcile.ts'
import { removeWebhooksAfter } from '#server/domain/payments/webhooks/remove.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { renameAccount } from './account-id.ts'
import { checkKeys, keysRefused } from './check.ts'
import { queueChecksOfUncheckedKeys, queueKeyCheck } from './recheck.job.ts'
import { decryptKeys, type KeyStatus, readStoredKeys, saveKeyStatus, saveSecret } from './store.ts'
import { switchToCurrentAccounts } from './switch-accounts.ts'
import { type GivenKeys, getKeyPair, type KeyPair, validateKeys } from './validate.ts'

type Deps = Omit<ReconcileDeps, 'accounts'> & {
  accounts: Accounts
  secrets: Secrets
  publicUrl: () => URL
  /** Other hosts that speak the providers' protocols; null for the real ones. */
  stripeApiOrigin: () => string | null
  paypalApiOrigin: () => string | null
}

/** What will be in force for one provider, and what it said about it. `isNew`: another key than those that are kept decides whose account it is. */
type Checked = { name: ProviderName; pair: KeyPair; isNew: boolean; newSecret: string | null; version: number | null; standing: KeyStatus }

/** The keys that were checked aren't those that would be in force any more: somebody else saved others. */
class KeysChanged extends Error {}
const rounds = 20

/** What the business profile asks of the payments: see `PaymentKeys` there. */
export const createPaymentKeys = (deps: Deps) => {
  const { database, accounts, secrets, now } = deps
  const isReal = { stripe: () => deps.stripeApiOrigin() === null, paypal: () => deps.paypalApiOrigin() === null }

  /** @throws AppError 400 at the field */
  const check = async (userId: number, name: ProviderName, given: KeyPair): Promise<Checked> => {
    const kept = await database.asUser(userId, (db) => readStoredKeys(db, name))
    const before = decryptKeys(secrets, userId, name, kept)
    const pair = { shown: given.shown ?? before.shown, secret: given.secret ?? before.secret }
    validateKeys(name, pair, given, isReal[name]())
    const standing = await checkKeys(accounts, name, pair)
    if (standing === 'refused') throw keysRefused(name, given)
    const newSecret = given.secret === before.secret ? null : given.secret
    const isNew = newSecret !== null || (name === 'paypal' && pair.shown !== before.shown)
    return { name, pair, isNew, newSecret, version: kept.credential?.version ?? null, standing }
  }

  /** Keeps what was checked, after the profile's row has the other halves. @throws KeysChanged */
  const keep = async (db: UserDb, checked: readonly Checked[]): Promise<void> => {
    await lockKeys(db)
    for (const { name, pair, isNew, newSecret, version, standing } of checked) {
      const { shown, credential } = await readStoredKeys(db, name)
      if (shown !== pair.shown || (credential?.version ?? null) !== version) throw new KeysChanged()
      if (newSecret !== null) await saveSecret(secrets, db, name, newSecret)
      // A provider who can't be asked at the moment takes nothing back that he said of the same keys.
      if (!isNew && standing.status === 'unchecked') continue
      if (!isNew && standing.accountId !== null) await renameAccount(db, name, credential?.accountId ?? null, standing.accountId)
      await saveKeyStatus(db, name, standing)
      if (standing.problem !== null) await queueKeyCheck(db, now(), name, 1)
    }
    await switchToCurrentAccounts(deps, db)
  }

  /** Whether a save ends the account that is in use: with the first key of its own the sandbox, later with another account. */
  const ends = (present: Account, checked: readonly Checked[]): boolean => {
    if (present.sandbox) return checked.length > 0
    const own = checked.find(({ name }) => name === present.provider)
    return own?.isNew === true && own.standing.accountId !== present.accountId
  }

  const presentAccounts = (userId: number) =>
    database.asUser(userId, async (db) => {
      const all: Account[] = []
      for (const name of providerNames) {
        const account = await accounts.account(db, name)
        if (account) all.push(account)
      }
      return all
    })

  /** Does `work` with the pages of these accounts closed around it; those that go don't get events any more either. */
  const closing = <T>(userId: number, names: readonly ProviderName[], work: () => Promise<T>): Promise<T> =>
    names.reduce<() => Promise<T>>(
      (inner, name) => () => withPagesClosedForProvider(deps, userId, name, inner),
      () => work(),
    )()

  return {
    whileGiving: async <T>(
      userId: number,
      { given, sandboxEnds }: { given: GivenKeys; sandboxEnds: boolean },
      work: (keep: (db: UserDb) => Promise<void>) => Promise<T>,
    ): Promise<T> => {
      for (let round = 0; round < rounds; round++) {
        const touched = providerNames.filter((name) => Object.values(getKeyPair(given, name)).some((key) => key !== null))
        const checked = await Promise.all(touched.map((name) => check(userId, name, getKeyPair(given, name))))
        const present = await presentAccounts(userId)
        const ending = present.filter((account) => ends(account, checked))
        const closed = present.filter((account) => ending.includes(account) || (sandboxEnds && account.sandbox))
        const names = closed.map(({ provider }) => provider)
        try {
          return await removeWebhooksAfter(deps, userId, ending, () =>
            closing(userId, names, () =>
              // Also the end of the sandbox waits for whoever is just writing down a page of it.
              work((db) => (checked.length > 0 ? keep(db, checked) : lockKeys(db))),
            ),
          )
        } catch (error) {
          if (!(error instanceof KeysChanged)) throw error
        }
      }
      throw new AppError(409, 'The payment keys were being changed elsewhere at the same moment. Please save again.')
    },

    whileForgetting: async <T>(userId: number, provider: ProviderName, work: () => Promise<T>): Promise<T> => {
      const ending = (await presentAccounts(userId)).filter((account) => account.provider === provider && !account.sandbox)
      return removeWebhooksAfter(deps, userId, ending, () =>
        closing(
          userId,
          ending.map((account) => account.provider),
          work,
        ),
      )
    },

    forget: async (db: UserDb, provider: ProviderName): Promise<void> => {
      await lockKeys(db)
      await db.rows('delete from payment_credentials where user_id = $1 and provider = $2', [db.userId, provider])
      await switchToCurrentAccounts(deps, db)
    },

    look: (db: UserDb): Promise<void> => queueChecksOfUncheckedKeys(db, now()),
  }
}
