import { AppError } from '#server/platform/errors/app-error.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

/** Keys that a person gave, none of them blank; those that stay as they are are missing. */
export type GivenKeys = { stripePublishableKey?: string; stripeSecretKey?: string; paypalClientId?: string; paypalClientSecret?: string }
type Field = keyof GivenKeys

/** Both halves of a provider's keys. */
export type KeyPair = { shown: string | null; secret: string | null }

const fields = {
  stripe: { shown: 'stripePublishableKey', secret: 'stripeSecretKey' },
  paypal: { shown: 'paypalClientId', secret: 'paypalClientSecret' },
} as const satisfies Record<ProviderName, Record<keyof KeyPair, Field>>

export const getKeyField = (name: ProviderName, half: keyof KeyPair): Field => fields[name][half]

/** What of them is this provider's. */
export const getKeyPair = (given: GivenKeys, name: ProviderName): KeyPair => ({
  shown: given[fields[name].shown] ?? null,
  secret: given[fields[name].secret] ?? null,
})

/** A key that can't be kept, told at its field. */
export const invalidKey = (path: Field, message: string): AppError => new AppError(400, message, { issues: [{ path, message }] })

const standIn = { stripe: /^(?:sk|rk|pk)_(?:test|live)_sim_/, paypal: /^[AE]sim_/ }
const dashboard = {
  stripe: "This is a key of the built-in sandbox, which Stripe doesn't know. Copy yours from the Stripe dashboard.",
  paypal: "This is a key of the built-in sandbox, which PayPal doesn't know. Copy yours from the PayPal developer dashboard.",
}
const modeOf = (key: string | null) => (key === null ? undefined : /^(?:sk|rk|pk)_(test|live)_/.exec(key)?.[1])

/**
 * Looks at keys without asking anybody.
 * @param pair the keys that will be in force; `given` says which of them are new
 * @param isReal whether the provider's own hosts are asked
 * @throws AppError 400 at the field
 */
export const validateKeys = (name: ProviderName, pair: KeyPair, given: KeyPair, isReal: boolean): void => {
  for (const half of ['shown', 'secret'] as const)
    if (isReal && standIn[name].test(given[half] ?? '')) throw invalidKey(getKeyField(name, half), dashboard[name])
  if (name !== 'stripe') return
  const [shown, secret] = [modeOf(pair.shown), modeOf(pair.secret)]
  if (!shown || !secret || shown === secret) return
  const words = (mode: string) => (mode === 'live' ? 'real payments (live)' : 'trying things out (test)')
  const message =
    given.shown === null
      ? `This secret key is for ${words(secret)}, but the publishable key is for ${words(shown)}. Use two keys of the same kind.`
      : `This publishable key is for ${words(shown)}, but the secret key is for ${words(secret)}. Use two keys of the same kind.`
  throw invalidKey(getKeyField(name, given.shown === null ? 'secret' : 'shown'), message)
}
