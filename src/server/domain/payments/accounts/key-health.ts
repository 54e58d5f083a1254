import { type CheckoutProvider, ProviderError } from '#server/domain/payments/provider.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { clearRefusedKey, recordRefusedKey } from './refused-key.ts'

type Deps = { database: Database; log: (line: string) => void }
type Credential = { userId: number; name: ProviderName; version: number; status: 'unchecked' | 'connected' | 'error' }

const asked = [
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

/**
 * A business's own provider, listened to: when it refuses the key, that is noted with the credential and the owner is told; when it answers again
 * with the same key, the note goes. Its answers and errors stay what they are.
 */
export const withKeyHealth = (deps: Deps, credential: Credential, provider: CheckoutProvider): CheckoutProvider => {
  let isNoted = credential.status === 'error'
  const note = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      deps.log(`What ${credential.name} says of user ${credential.userId}'s key wasn't noted: ${String(error)}`),
    )
  const listen =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        const answer = await call(...args)
        if (isNoted) {
          isNoted = false
          await note(clearRefusedKey(deps.database, credential))
        }
        return answer
      } catch (error) {
        if (error instanceof ProviderError && error.isKeyRefused && !isNoted) {
          isNoted = true
          await note(recordRefusedKey(deps.database, credential))
        }
        throw error
      }
    }
  const heard = Object.fromEntries(
    asked.flatMap((name) => {
      const call = provider[name] as ((...args: unknown[]) => Promise<unknown>) | undefined
      return call ? [[name, listen(call)]] : []
    }),
  )
  return { ...provider, ...heard }
}
