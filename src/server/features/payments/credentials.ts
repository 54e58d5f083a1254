import type { UserDb } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { methodsOn, type PreferredPaymentMethod } from '#shared/business-defaults.ts'
import type { CheckoutProvider } from './provider.ts'
import { stripeProvider } from './stripe.ts'

/** The built-in stand-in for the provider, or null where it is off. */
export type Sandbox = { stripeOrigin: () => string; stripeKey: (userId: number) => string } | null
export type CardProviderOf = (db: UserDb) => Promise<CheckoutProvider | null>

type Deps = { secrets: Secrets; stripeApiOrigin: () => string | null; sandbox: Sandbox }

/** Where a business's sealed secret stands; bound into the seal. */
export const secretPlace = (userId: number, provider: 'stripe' | 'paypal') => `payment_credentials.sealed_secret:${userId}:${provider}`

type Kept = {
  publishableKey: string | null
  clientId: string | null
  preferred: PreferredPaymentMethod
  keyId: string | null
  sealed: Buffer | null
  accountId: string | null
  hasWalletSecret: boolean
}

const keptOf = async (db: UserDb): Promise<Kept> => {
  const [kept] = await db.rows<Kept>(
    `select b.stripe_publishable_key as "publishableKey", b.paypal_client_id as "clientId", coalesce(b.preferred_payment_method, 'stripe') as preferred,
            card.key_id as "keyId", card.sealed_secret as sealed, card.account_id as "accountId", wallet.user_id is not null as "hasWalletSecret"
     from users u
     left join business_profiles b on b.user_id = u.id
     left join payment_credentials card on card.user_id = u.id and card.provider = 'stripe'
     left join payment_credentials wallet on wallet.user_id = u.id and wallet.provider = 'paypal'
     where u.id = $1`,
    [db.userId],
    'credentials.kept',
  )
  return kept!
}

/** An account with the card provider, by what attempts are told apart by. */
export type CardAccount = { accountId: string; sandbox: boolean }

/**
 * The card account of a business: its own where it has both keys; the sandbox's while it has no key of its own, of whichever provider; else none.
 * Half a pair opens no page, and whoever has begun to enter real keys must not have customers pay with play money.
 */
const accountFor = (sandbox: Sandbox, kept: Kept, userId: number): CardAccount | null => {
  if (kept.sealed && kept.accountId && kept.publishableKey) return { accountId: kept.accountId, sandbox: false }
  if (!sandbox || kept.sealed || kept.publishableKey || kept.clientId || kept.hasWalletSecret) return null
  return { accountId: `sandbox-${userId}`, sandbox: true }
}

export type Cards = {
  /** With whom payments are made and looked after. */
  cards: CardProviderOf
  /** Whose account that is, for those who don't ask the provider anything. */
  cardAccount: (db: UserDb) => Promise<CardAccount | null>
  /** The same where new payments may begin: null when the business prefers that nobody pays by card. */
  offeredCardAccount: (db: UserDb) => Promise<CardAccount | null>
}

/** The card provider of each business. */
export const cardsOf = ({ secrets, stripeApiOrigin, sandbox }: Deps): Cards => {
  const accountOf = (kept: Kept, userId: number) => accountFor(sandbox, kept, userId)
  return {
    cards: async (db) => {
      const kept = await keptOf(db)
      const account = accountOf(kept, db.userId)
      if (!account) return null
      if (account.sandbox)
        return stripeProvider({ ...account, secretKey: sandbox!.stripeKey(db.userId), apiOrigin: sandbox!.stripeOrigin() })
      const secretKey = secrets.open({ keyId: kept.keyId!, sealed: kept.sealed! }, secretPlace(db.userId, 'stripe'))
      return stripeProvider({ ...account, secretKey, apiOrigin: stripeApiOrigin() })
    },
    cardAccount: async (db) => accountOf(await keptOf(db), db.userId),
    offeredCardAccount: async (db) => {
      const kept = await keptOf(db)
      // There is no wallet to pay with yet: nothing is offered in its place.
      return methodsOn({ stripe: true, paypal: false, preferred: kept.preferred }).stripe ? accountOf(kept, db.userId) : null
    },
  }
}
