import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { getCredentialContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getPayPalHosts } from '#server/providers/paypal/hosts.ts'
import { createPayPalProvider } from '#server/providers/paypal/provider.ts'
import { createStripeProvider } from '#server/providers/stripe/provider.ts'
import { getEnabledMethods, type PreferredPaymentMethod } from '#shared/business-defaults.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { withKeyHealth } from './key-health.ts'

/** The built-in stand-ins for the providers, or null where they are off. */
export type Sandbox = {
  stripe: { origin: () => string; key: (userId: number) => string }
  paypal: {
    origin: () => string
    keys: (userId: number) => { clientId: string; clientSecret: string }
    /** Where browsers find what stands in for the provider's own script. */
    script: string
  }
} | null

/** An account with a provider, by what attempts are told apart by. */
export type Account = { provider: ProviderName; accountId: string; sandbox: boolean }

export type StripeKeys = { secretKey: string }
export type PayPalKeys = { clientId: string; clientSecret: string }

export type Accounts = {
  /** With whom payments are looked after, whatever is offered at present; null when there is no key. */
  provider(db: UserDb, name: ProviderName): Promise<CheckoutProvider | null>
  /** Whose account that is, for those who don't ask the provider anything. */
  account(db: UserDb, name: ProviderName): Promise<Account | null>
  /** Where new payments may begin, the card first: only with keys that the provider accepts, and by what the business prefers. */
  offered(db: UserDb): Promise<Account[]>
  /** For asking about keys before they are kept. */
  forKeys(name: 'stripe', keys: StripeKeys): CheckoutProvider
  forKeys(name: 'paypal', keys: PayPalKeys): CheckoutProvider
}

type Deps = {
  database: Database
  secrets: Secrets
  /** Other hosts that speak the providers' protocols; null for the real ones. */
  stripeApiOrigin: () => string | null
  paypalApiOrigin: () => string | null
  sandbox: Sandbox
  log: (line: string) => void
}

/** By a client id its app is known; the provider's own id of the app is shared by all apps of its sandbox. */
export const getPayPalAccountId = (clientId: string) => `paypal-${clientId}`

type Credential = {
  provider: ProviderName
  keyId: string
  sealed: Buffer
  accountId: string | null
  status: 'unchecked' | 'connected' | 'error'
  mode: 'live' | 'test' | null
  version: number
}
type Kept = {
  publishableKey: string | null
  clientId: string | null
  preferred: PreferredPaymentMethod
  trySandbox: boolean
  secrets: { [P in ProviderName]?: Credential }
}

const keptOf = async (db: UserDb): Promise<Kept> => {
  const [profile, credentials] = await Promise.all([
    db.rows<Omit<Kept, 'secrets'>>(
      `select stripe_publishable_key as "publishableKey", paypal_client_id as "clientId", payment_sandbox as "trySandbox",
              coalesce(preferred_payment_method, 'stripe') as preferred
       from business_profiles where user_id = $1`,
      [db.userId],
      'accounts.profile',
    ),
    db.rows<Credential>(
      `select provider, key_id as "keyId", sealed_secret as sealed, account_id as "accountId", status, mode, version
       from payment_credentials where user_id = $1`,
      [db.userId],
      'accounts.credentials',
    ),
  ])
  return {
    ...(profile[0] ?? { publishableKey: null, clientId: null, preferred: 'stripe', trySandbox: true }),
    secrets: Object.fromEntries(credentials.map((credential) => [credential.provider, credential])),
  }
}

/** The half of a pair that is no secret. */
const shownKey = (kept: Kept, name: ProviderName) => (name === 'stripe' ? kept.publishableKey : kept.clientId)

/** Whoever has begun to enter real keys, of whichever provider, must not have customers pay with play money. */
const hasOwnKey = (kept: Kept) => providerNames.some((name) => kept.secrets[name] || shownKey(kept, name))

/** Half a pair opens no page, and nobody could be asked about one. */
const ownCredential = (kept: Kept, name: ProviderName): (Credential & { accountId: string }) | null => {
  const credential = kept.secrets[name]
  return credential?.accountId && shownKey(kept, name) ? { ...credential, accountId: credential.accountId } : null
}

/** The accounts of each business with the providers: its own where it has both keys of one; the sandbox's while it has no key at all; else none. */
export const createAccounts = (deps: Deps): Accounts => {
  const { secrets, sandbox, stripeApiOrigin, paypalApiOrigin } = deps

  const accountFor = (kept: Kept, name: ProviderName, userId: number): Account | null => {
    const own = ownCredential(kept, name)
    if (own) return { provider: name, accountId: own.accountId, sandbox: false }
    return sandbox && !hasOwnKey(kept) ? { provider: name, accountId: `sandbox-${userId}`, sandbox: true } : null
  }

  const inSandbox = ({ provider, accountId }: Account, userId: number): CheckoutProvider =>
    provider === 'stripe'
      ? createStripeProvider({ accountId, sandbox: true, secretKey: sandbox!.stripe.key(userId), apiOrigin: sandbox!.stripe.origin() })
      : createPayPalProvider({
          ...sandbox!.paypal.keys(userId),
          accountId,
          sandbox: true,
          apiOrigins: [{ origin: sandbox!.paypal.origin(), mode: 'test' }],
        })

  const withOwn = (kept: Kept, name: ProviderName, userId: number): CheckoutProvider => {
    const own = ownCredential(kept, name)!
    const secret = secrets.decrypt(own, getCredentialContext(userId, name))
    const common = { accountId: own.accountId, sandbox: false }
    const provider =
      name === 'stripe'
        ? createStripeProvider({ ...common, secretKey: secret, apiOrigin: stripeApiOrigin() })
        : createPayPalProvider({
            ...common,
            clientId: kept.clientId!,
            clientSecret: secret,
            apiOrigins: [...getPayPalHosts(paypalApiOrigin(), own.mode)],
          })
    return withKeyHealth(deps, { userId, name, version: own.version, status: own.status }, provider)
  }

  return {
    provider: async (db, name) => {
      const kept = await keptOf(db)
      const account = accountFor(kept, name, db.userId)
      return account && (account.sandbox ? inSandbox(account, db.userId) : withOwn(kept, name, db.userId))
    },
    account: async (db, name) => accountFor(await keptOf(db), name, db.userId),
    offered: async (db) => {
      const kept = await keptOf(db)
      const of = (name: ProviderName) => accountFor(kept, name, db.userId)
      if (!hasOwnKey(kept)) return kept.trySandbox ? providerNames.flatMap((name) => of(name) ?? []) : []
      const isGood = (name: ProviderName) => ownCredential(kept, name)?.status === 'connected'
      const on = getEnabledMethods({ stripe: isGood('stripe'), paypal: isGood('paypal'), preferred: kept.preferred })
      return providerNames.flatMap((name) => (on[name] ? (of(name) ?? []) : []))
    },
    forKeys: (name: ProviderName, keys: StripeKeys | PayPalKeys) =>
      name === 'stripe'
        ? createStripeProvider({ ...(keys as StripeKeys), accountId: '', sandbox: false, apiOrigin: stripeApiOrigin() })
        : createPayPalProvider({
            ...(keys as PayPalKeys),
            accountId: getPayPalAccountId((keys as PayPalKeys).clientId),
            sandbox: false,
            apiOrigins: [...getPayPalHosts(paypalApiOrigin(), null)],
          }),
  }
}
