import type { UserDb } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { CheckoutProvider } from './provider.ts'
import { stripeProvider } from './stripe.ts'

/** The built-in stand-in for the provider, or null where it is off. */
export type Sandbox = { stripeOrigin: () => string; stripeKey: (userId: number) => string } | null
export type CardProviderOf = (db: UserDb) => Promise<CheckoutProvider | null>

type Deps = { secrets: Secrets; stripeApiOrigin: string | null; sandbox: Sandbox }

/** Where a business's sealed card key stands; bound into the seal. */
const stripeSecretPlace = (userId: number) => `payment_credentials.sealed_secret:${userId}:stripe`

/** The card provider of a business: with its own key where it has one, otherwise the sandbox, otherwise none. */
export const cardProviderOf =
  ({ secrets, stripeApiOrigin, sandbox }: Deps): CardProviderOf =>
  async (db) => {
    const [own] = await db.rows<{ key_id: string; sealed_secret: Buffer; account_id: string | null }>(
      "select key_id, sealed_secret, account_id from payment_credentials where user_id = $1 and provider = 'stripe'",
      [db.userId],
      'credentials.stripe',
    )
    if (own) {
      const secretKey = secrets.open({ keyId: own.key_id, sealed: own.sealed_secret }, stripeSecretPlace(db.userId))
      return stripeProvider({ secretKey, accountId: own.account_id ?? 'own', sandbox: false, apiOrigin: stripeApiOrigin })
    }
    if (!sandbox) return null
    return stripeProvider({
      secretKey: sandbox.stripeKey(db.userId),
      accountId: `sandbox-${db.userId}`,
      sandbox: true,
      apiOrigin: sandbox.stripeOrigin(),
    })
  }
