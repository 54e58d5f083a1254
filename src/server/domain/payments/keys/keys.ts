import { type Account, listCurrentAccounts, lockKeys } from '#server/domain/payments/accounts/accounts.ts'
import { withCheckoutsClosed } from '#server/domain/payments/checkout/close-checkouts.ts'
import { removeWebhooksAfter } from '#server/domain/payments/webhooks/remove.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { renameProvisionalAccount } from './account-id.ts'
import { checkKeys, keysRefused } from './check.ts'
import { queueChecksOfUncheckedKeys, queueKeyCheck, switchToCurrentAccounts } from './recheck.job.ts'
import { decryptKeys, type KeyStatus, readStoredKeys, saveKeyStatus, saveSecret } from './store.ts'
import { type GivenKeys, getKeyPair, type KeyPair, validateKeys } from './validate.ts'

/** The keys of one provider after the save, checked. `isNew`: the key that identifies the account changes. `version`: of the stored secret. */
type CheckedKeys = {
  name: ProviderName
  pair: KeyPair
  isNew: boolean
  newSecret: string | null
  version: number | null
  result: KeyStatus
}

export type PaymentKeys = ReturnType<typeof createPaymentKeys>

/** Another request changed the keys after they were checked. */
class KeysChanged extends Error {}
const maxRounds = 20

/**
 * The first two close payment pages whose payments could not be verified afterwards, as far as that is possible within some seconds.
 */
export const createPaymentKeys = (services: Services) => {
  const { database, accounts, secrets, now } = services
  const isRealHost = { stripe: () => services.stripeApiOrigin() === null, paypal: () => services.paypalApiOrigin() === null }

  /** @throws AppError 400 at the field of a key */
  const check = async (userId: number, name: ProviderName, given: KeyPair): Promise<CheckedKeys> => {
    const stored = await database.asUser(userId, (db) => readStoredKeys(db, name))
    const before = decryptKeys(secrets, userId, name, stored)
    const pair = { publicKey: given.publicKey ?? before.publicKey, secret: given.secret ?? before.secret }
    validateKeys(name, pair, given, isRealHost[name]())
    const result = await checkKeys(accounts, name, pair)
    if (result === 'refused') throw keysRefused(name, given)
    const newSecret = given.secret === before.secret ? null : given.secret
    const isNew = newSecret !== null || (name === 'paypal' && pair.publicKey !== before.publicKey)
    return { name, pair, isNew, newSecret, version: stored.credential?.version ?? null, result }
  }

  /** The public keys are in the profile's row by now. @throws KeysChanged */
  const save = async (db: UserDb, checked: readonly CheckedKeys[]): Promise<void> => {
    await lockKeys(db)
    for (const { name, pair, isNew, newSecret, version, result } of checked) {
      const { publicKey, credential } = await readStoredKeys(db, name)
      if (publicKey !== pair.publicKey || (credential?.version ?? null) !== version) throw new KeysChanged()
      if (newSecret !== null) await saveSecret(secrets, db, name, newSecret)
      // The last result for the same keys stays while the provider can't be reached.
      if (!isNew && result.status === 'unchecked') continue
      if (!isNew && result.accountId !== null) await renameProvisionalAccount(db, name, credential?.accountId ?? null, result.accountId)
      await saveKeyStatus(db, name, result)
      if (result.problem !== null) await queueKeyCheck(db, now(), name, 1)
    }
    await switchToCurrentAccounts(services, db)
  }

  /** Whether the save replaces this account: a sandbox account by the first key, another one by a key of another account. */
  const isReplaced = (account: Account, checked: readonly CheckedKeys[]): boolean => {
    if (account.sandbox) return checked.length > 0
    const own = checked.find(({ name }) => name === account.provider)
    return own?.isNew === true && own.result.accountId !== account.accountId
  }

  const closeCheckoutsAround = <T>(userId: number, closing: readonly Account[], work: () => Promise<T>): Promise<T> =>
    closing.reduce<() => Promise<T>>(
      (inner, { provider }) =>
        () =>
          withCheckoutsClosed(services, userId, provider, inner),
      () => work(),
    )()

  return {
    /**
     * `work` saves the profile. Starts again when another request saved keys meanwhile.
     * @throws AppError 400 with the field of a key that is not valid
     */
    changeKeys: async <T>(
      userId: number,
      { given, sandboxEnds }: { given: GivenKeys; sandboxEnds: boolean },
      work: (save: (db: UserDb) => Promise<void>) => Promise<T>,
    ): Promise<T> => {
      for (let round = 0; round < maxRounds; round++) {
        const touched = providerNames.filter((name) => Object.values(getKeyPair(given, name)).some((key) => key !== null))
        const checked = await Promise.all(touched.map((name) => check(userId, name, getKeyPair(given, name))))
        const current = await database.asUser(userId, (db) => listCurrentAccounts(accounts, db))
        const replaced = current.filter((account) => isReplaced(account, checked))
        const closing = current.filter((account) => replaced.includes(account) || (sandboxEnds && account.sandbox))
        try {
          return await removeWebhooksAfter(services, userId, replaced, () =>
            closeCheckoutsAround(userId, closing, () =>
              // Without new keys the lock waits for a checkout of the sandbox that is being stored.
              work((db) => (checked.length > 0 ? save(db, checked) : lockKeys(db))),
            ),
          )
        } catch (error) {
          if (!(error instanceof KeysChanged)) throw error
        }
      }
      throw new AppError(409, 'The payment keys were being changed elsewhere at the same moment. Please save again.')
    },

    removeKeys: async <T>(userId: number, provider: ProviderName, work: () => Promise<T>): Promise<T> => {
      const current = await database.asUser(userId, (db) => listCurrentAccounts(accounts, db))
      const removed = current.filter((account) => account.provider === provider && !account.sandbox)
      return removeWebhooksAfter(services, userId, removed, () => closeCheckoutsAround(userId, removed, work))
    },

    /** Called after the profile's row has lost the public key. */
    forget: async (db: UserDb, provider: ProviderName): Promise<void> => {
      await lockKeys(db)
      db.announce('profile')
      await db.rows('delete from payment_credentials where user_id = $1 and provider = $2', [db.userId, provider])
      await switchToCurrentAccounts(services, db)
    },

    look: (db: UserDb): Promise<void> => queueChecksOfUncheckedKeys(db, now()),
  }
}
