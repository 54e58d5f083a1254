import { notifyKeyRefused } from '#server/domain/payments/notifications.ts'
import type { CheckoutProvider } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { Database } from '#server/platform/db/client.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'

type Credential = { userId: number; name: ProviderName; version: number; status: 'unchecked' | 'connected' | 'error' }

export const describeRefusedKey = (name: ProviderName): string =>
  `${providerLabels[name]} doesn't accept the ${name === 'stripe' ? 'secret key' : 'client secret'} any more. Enter a new one in the business profile.`

/** Notifies the owner once for each version of the key. */
export const recordRefusedKey = (database: Database, { userId, name, version }: Omit<Credential, 'status'>): Promise<void> =>
  database.asUser(userId, async (db) => {
    const [changed] = await db.rows<{ at: Date }>(
      `update payment_credentials set status = 'error', problem = $4, checked_at = now(), updated_at = now()
       where user_id = $1 and provider = $2 and version = $3 and status <> 'error' returning checked_at as at`,
      [userId, name, version, describeRefusedKey(name)],
    )
    if (!changed) return
    db.announce('profile')
    await notifyKeyRefused(db, name, version, changed.at)
  })

const clearRefusedKey = async (database: Database, { userId, name, version }: Credential): Promise<void> => {
  await database.asUser(userId, (db) => {
    db.announce('profile')
    return db.rows(
      `update payment_credentials set status = 'connected', problem = null, checked_at = now(), updated_at = now()
       where user_id = $1 and provider = $2 and version = $3 and status = 'error' and problem = $4`,
      [userId, name, version, describeRefusedKey(name)],
    )
  })
}

/** The methods that call the provider with the key. */
const calls = [
  'chargeCard',
  'findCardPayment',
  'fetchCard',
  'detachCard',
  'checkKeys',
  'openCheckout',
  'closeCheckout',
  'fetchStatus',
  'capture',
  'refund',
  'fetchRefund',
  'registerWebhook',
  'removeWebhook',
  'walletSetup',
] as const

/** Stores in the credential's row when the provider refuses the key or accepts it again. Results and errors are unchanged. */
export const withKeyHealth = (
  { database, log }: { database: Database; log: (line: string) => void },
  credential: Credential,
  provider: CheckoutProvider,
): CheckoutProvider => {
  let isRefused = credential.status === 'error'
  const store = (work: Promise<unknown>) =>
    work.catch((error: unknown) => log(`The health of the ${credential.name} key of user ${credential.userId} wasn't stored: ${error}`))
  const observe =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        const result = await call(...args)
        if (isRefused) {
          isRefused = false
          await store(clearRefusedKey(database, credential))
        }
        return result
      } catch (error) {
        if (error instanceof ProviderError && error.isKeyRefused && !isRefused) {
          isRefused = true
          await store(recordRefusedKey(database, credential))
        }
        throw error
      }
    }
  const observed = Object.fromEntries(
    calls.flatMap((name) => {
      const call = provider[name] as ((...args: unknown[]) => Promise<unknown>) | undefined
      return call ? [[name, observe(call)]] : []
    }),
  )
  return { ...provider, ...observed }
}
