import { createHash, randomBytes } from 'node:crypto'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { setAsideOf, setAsideOthers } from './attempts.ts'
import { queueCheck } from './checkout.ts'
import { withPagesClosed } from './close-pages.ts'
import { type CardAccount, type Cards, secretPlace } from './credentials.ts'
import type { ReconcileDeps } from './reconcile.ts'

type Deps = ReconcileDeps & Pick<Cards, 'cardAccount'> & { secrets: Secrets }
type Provider = 'stripe' | 'paypal'
/** Keys that a person gave; those that stay as they are are missing. */
type Given = { stripePublishableKey?: string; stripeSecretKey?: string; paypalClientId?: string; paypalClientSecret?: string }

/** Tells keys apart until the provider itself says whose they are. */
const accountOf = (secret: string) => `key-${createHash('sha256').update(secret).digest('hex').slice(0, 16)}`

/** By its end its owner knows a key; of a short one it would give away too much. */
const lastOf = (secret: string) => (secret.length >= 12 ? secret.slice(-4) : null)

/** Seals a secret and keeps it in place of the one before. What was agreed with the provider for that one goes with it. */
const keepSecret = async (secrets: Secrets, db: UserDb, provider: Provider, secret: string): Promise<void> => {
  const { keyId, sealed } = secrets.seal(secret, secretPlace(db.userId, provider))
  await db.rows(
    `insert into payment_credentials as kept (user_id, provider, key_id, sealed_secret, secret_last4, endpoint_token, account_id, status)
     values ($1, $2, $3, $4, $5, $6, $7, 'connected')
     on conflict (user_id, provider) do update set key_id = excluded.key_id, sealed_secret = excluded.sealed_secret,
       secret_last4 = excluded.secret_last4, account_id = excluded.account_id, status = excluded.status, version = kept.version + 1,
       sealed_webhook_secret = null, webhook_id = null, updated_at = now()
     where kept.account_id is distinct from excluded.account_id or kept.key_id <> excluded.key_id`,
    [db.userId, provider, keyId, sealed, lastOf(secret), randomBytes(24).toString('base64url'), accountOf(secret)],
  )
}

/** What the business profile asks of the payments: see `PaymentKeys` there. */
export const ownKeys = (deps: Deps) => {
  const { database, cardAccount, secrets, now, log } = deps

  /** Lets go of what was begun with another account, and takes up again what was let go of when the present one went. */
  const turnToPresent = async (db: UserDb): Promise<void> => {
    const present = await cardAccount(db)
    const others = await setAsideOthers(db, present?.accountId ?? null)
    if (others > 0)
      log(`The card key of user ${db.userId} changed: ${others} payment attempts that were made with the one before were set aside.`)
    for (const id of present ? await setAsideOf(db, present.accountId) : []) await queueCheck(db, now(), id, 1)
  }

  /** Does the change of keys; when it ends the account that is used, after its payment pages are closed. */
  const change = async <T>(userId: number, ends: (present: CardAccount) => boolean, work: () => Promise<T>): Promise<T> => {
    const present = await database.asUser(userId, cardAccount)
    return present && ends(present) ? withPagesClosed(deps, userId, work) : work()
  }

  return {
    // The first key of its own ends the sandbox; later only another secret makes it another account.
    whileGiving: <T>(userId: number, { stripeSecretKey: secret, ...others }: Given, work: () => Promise<T>): Promise<T> =>
      change(
        userId,
        ({ sandbox, accountId }) =>
          sandbox ? Boolean(secret) || Object.values(others).some(Boolean) : Boolean(secret) && accountOf(secret!) !== accountId,
        work,
      ),

    keep: async (db: UserDb, { stripeSecretKey, paypalClientSecret }: Given): Promise<void> => {
      if (stripeSecretKey) await keepSecret(secrets, db, 'stripe', stripeSecretKey)
      if (paypalClientSecret) await keepSecret(secrets, db, 'paypal', paypalClientSecret)
      await turnToPresent(db)
    },

    whileForgetting: <T>(userId: number, provider: Provider, work: () => Promise<T>): Promise<T> =>
      change(userId, ({ sandbox }) => provider === 'stripe' && !sandbox, work),

    forget: async (db: UserDb, provider: Provider): Promise<void> => {
      await db.rows('delete from payment_credentials where user_id = $1 and provider = $2', [db.userId, provider])
      await turnToPresent(db)
    },
  }
}
