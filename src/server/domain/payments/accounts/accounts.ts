import type { CheckoutProvider, ConnectProviders, PayPalKeys, StripeKeys } from '#server/domain/payments/provider.ts'
import { toSandboxAccountId } from '#server/domain/payments/sandbox.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { getCredentialContext } from '#server/platform/encryption/encrypted-columns.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getEnabledMethods, type PreferredPaymentMethod } from '#shared/business-defaults.ts'
import { canCharge } from '#shared/chargeable-currencies.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Amount } from '#shared/money.ts'
import { type ProviderName, providerNames } from '#shared/payment-methods.ts'
import { withKeyHealth } from './key-health.ts'

/** The built-in simulators of the providers; null where they are off. */
export type Sandbox = {
  stripe: { origin: () => string; key: (userId: number) => string }
  paypal: {
    origin: () => string
    keys: (userId: number) => PayPalKeys
    /** URL of the script that stands in for PayPal's in the browser. */
    script: string
  }
} | null

/** Attempts made with one account can't be read with another. */
export type Account = { provider: ProviderName; accountId: string; sandbox: boolean }

export type Accounts = {
  /** With the keys of the current account, whether or not it is offered to customers; null without keys. */
  provider(db: UserDb, name: ProviderName): Promise<CheckoutProvider | null>
  /** Without decrypting its keys. */
  account(db: UserDb, name: ProviderName): Promise<Account | null>
  /** Cards first; with keys that the provider accepts, by the preference of the business. @param amount must be charged exactly */
  offered(db: UserDb, currency?: Currency, amount?: Amount): Promise<Account[]>
  forKeys(name: 'stripe', keys: StripeKeys): CheckoutProvider
  forKeys(name: 'paypal', keys: PayPalKeys): CheckoutProvider
}

type Offering = Pick<Accounts, 'offered'>

export const readPaymentConfig = async ({ offered }: Offering, ...of: Parameters<Accounts['offered']>) => {
  const accounts = await offered(...of)
  const has = (name: ProviderName) => accounts.some(({ provider }) => provider === name)
  return { hasStripe: has('stripe'), hasPayPal: has('paypal'), sandbox: accounts.some(({ sandbox }) => sandbox) }
}

export const canCollect = async ({ offered }: Offering, ...of: Parameters<Accounts['offered']>) => (await offered(...of)).length > 0

type Connection = {
  database: Database
  secrets: Secrets
  connect: ConnectProviders
  /** Null for the providers' own hosts. */
  stripeApiOrigin: () => string | null
  paypalApiOrigin: () => string | null
  sandbox: Sandbox
  log: (line: string) => void
}

/** A PayPal account is identified by its app's client id: PayPal's own id of the app is shared by all apps of its sandbox. */
export const getPayPalAccountId = (clientId: string) => `paypal-${clientId}`

export const listCurrentAccounts = async (accounts: Pick<Accounts, 'account'>, db: UserDb): Promise<Account[]> => {
  const current: Account[] = []
  for (const name of providerNames) {
    const account = await accounts.account(db, name)
    if (account) current.push(account)
  }
  return current
}

type Credential = {
  provider: ProviderName
  keyId: string
  sealed: Buffer
  accountId: string | null
  status: 'unchecked' | 'connected' | 'error'
  mode: 'live' | 'test' | null
  version: number
}
type Settings = {
  publishableKey: string | null
  clientId: string | null
  preferred: PreferredPaymentMethod
  trySandbox: boolean
  credentials: { [P in ProviderName]?: Credential }
}

const readSettings = async (db: UserDb): Promise<Settings> => {
  const [profile, credentials] = await Promise.all([
    db.rows<Omit<Settings, 'credentials'>>(
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
    credentials: Object.fromEntries(credentials.map((credential) => [credential.provider, credential])),
  }
}

const getPublicKey = (settings: Settings, name: ProviderName) => (name === 'stripe' ? settings.publishableKey : settings.clientId)

/** The sandbox is off as soon as one key of either provider is saved: customers of such a business must not pay with test money. */
const hasOwnKey = (settings: Settings) => providerNames.some((name) => settings.credentials[name] || getPublicKey(settings, name))

/** Null unless both the public and the secret key are saved. */
const getOwnCredential = (settings: Settings, name: ProviderName): (Credential & { accountId: string }) | null => {
  const credential = settings.credentials[name]
  return credential?.accountId && getPublicKey(settings, name) ? { ...credential, accountId: credential.accountId } : null
}

/** The sandbox's account while a business has saved no key of either provider; its own where it has saved both keys of one; else none. */
export const createAccounts = (connection: Connection): Accounts => {
  const { secrets, connect, sandbox, stripeApiOrigin, paypalApiOrigin } = connection

  const toAccount = (settings: Settings, name: ProviderName, userId: number): Account | null => {
    const own = getOwnCredential(settings, name)
    if (own) return { provider: name, accountId: own.accountId, sandbox: false }
    return sandbox && !hasOwnKey(settings) ? { provider: name, accountId: toSandboxAccountId(userId), sandbox: true } : null
  }

  const connectSandbox = ({ provider, accountId }: Account, userId: number): CheckoutProvider => {
    const { stripe, paypal } = sandbox!
    return provider === 'stripe'
      ? connect.stripe({ accountId, sandbox: true, secretKey: stripe.key(userId), apiOrigin: stripe.origin() })
      : connect.paypal({ ...paypal.keys(userId), accountId, sandbox: true, apiOrigin: paypal.origin(), mode: 'test' })
  }

  const connectOwn = (settings: Settings, name: ProviderName, userId: number): CheckoutProvider => {
    const own = getOwnCredential(settings, name)!
    const secret = secrets.decrypt(own, getCredentialContext(userId, name))
    const { accountId, mode } = own
    const provider =
      name === 'stripe'
        ? connect.stripe({ accountId, sandbox: false, apiOrigin: stripeApiOrigin(), secretKey: secret })
        : connect.paypal({
            accountId,
            sandbox: false,
            apiOrigin: paypalApiOrigin(),
            clientId: settings.clientId!,
            clientSecret: secret,
            mode,
          })
    return withKeyHealth(connection, { userId, name, version: own.version, status: own.status }, provider)
  }

  return {
    provider: async (db, name) => {
      const settings = await readSettings(db)
      const account = toAccount(settings, name, db.userId)
      return account && (account.sandbox ? connectSandbox(account, db.userId) : connectOwn(settings, name, db.userId))
    },
    account: async (db, name) => toAccount(await readSettings(db), name, db.userId),
    offered: async (db, currency, amount) => {
      const settings = await readSettings(db)
      const toAccounts = (name: ProviderName) => toAccount(settings, name, db.userId) ?? []
      const able = providerNames.filter((name) => currency === undefined || canCharge(name, currency, amount))
      if (!hasOwnKey(settings)) return settings.trySandbox ? able.flatMap(toAccounts) : []
      const isConnected = (name: ProviderName) => getOwnCredential(settings, name)?.status === 'connected'
      const { preferred } = settings
      const enabled = getEnabledMethods({ stripe: isConnected('stripe'), paypal: isConnected('paypal'), preferred })
      return able.filter((name) => enabled[name]).flatMap(toAccounts)
    },
    forKeys: (name: ProviderName, keys: StripeKeys | PayPalKeys) => {
      if (name === 'stripe') return connect.stripe({ ...(keys as StripeKeys), accountId: '', sandbox: false, apiOrigin: stripeApiOrigin() })
      const accountId = getPayPalAccountId((keys as PayPalKeys).clientId)
      return connect.paypal({ ...(keys as PayPalKeys), accountId, sandbox: false, apiOrigin: paypalApiOrigin(), mode: null })
    },
  }
}

// The keys of a business must not change between the check that a checkout's account is current and the commit that stores the checkout: such a
// checkout would never be closed.

/** The first key of our advisory locks; any constant of our own. */
const lockSpace = 740_323

/** Keeps the keys as they are until the transaction ends. Several transactions may hold it at once. */
export const lockKeysShared = (db: UserDb) => db.rows('select pg_advisory_xact_lock_shared($1, hashint8($2))', [lockSpace, db.userId])

/** For a change of keys. The profile's row is locked first, in the order of every save of the profile. */
export const lockKeys = async (db: UserDb): Promise<void> => {
  await db.rows('select 1 from business_profiles where user_id = $1 for update', [db.userId])
  await db.rows('select pg_advisory_xact_lock($1, hashint8($2))', [lockSpace, db.userId])
}
