import { AppError } from '#server/platform/errors/app-error.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

/** None of them is blank. A key that is missing stays as it is. */
export type GivenKeys = { stripePublishableKey?: string; stripeSecretKey?: string; paypalClientId?: string; paypalClientSecret?: string }
type Field = keyof GivenKeys

/** Stripe's publishable and secret key, or PayPal's client id and client secret. */
export type KeyPair = { publicKey: string | null; secret: string | null }

const fields = {
  stripe: { publicKey: 'stripePublishableKey', secret: 'stripeSecretKey' },
  paypal: { publicKey: 'paypalClientId', secret: 'paypalClientSecret' },
} as const satisfies Record<ProviderName, Record<keyof KeyPair, Field>>

export const getKeyField = (name: ProviderName, key: keyof KeyPair): Field => fields[name][key]

export const getKeyPair = (given: GivenKeys, name: ProviderName): KeyPair => ({
  publicKey: given[fields[name].publicKey] ?? null,
  secret: given[fields[name].secret] ?? null,
})

export const invalidKey = (path: Field, message: string): AppError => new AppError(400, message, { issues: [{ path, message }] })

const simulatorKeys = { stripe: /^(?:sk|rk|pk)_(?:test|live)_sim_/, paypal: /^[AE]sim_/ }
const simulatorKeyMessages = {
  stripe: "This is a key of the built-in sandbox, which Stripe doesn't know. Copy yours from the Stripe dashboard.",
  paypal: "This is a key of the built-in sandbox, which PayPal doesn't know. Copy yours from the PayPal developer dashboard.",
}
const getMode = (key: string | null) => (key === null ? undefined : /^(?:sk|rk|pk)_(test|live)_/.exec(key)?.[1])

/** @param pair the keys after the save @param given those in the request, at one of whose fields an error is @throws AppError 400 */
export const validateKeys = (name: ProviderName, pair: KeyPair, given: KeyPair, isRealHost: boolean): void => {
  for (const key of ['publicKey', 'secret'] as const)
    if (isRealHost && simulatorKeys[name].test(given[key] ?? '')) throw invalidKey(getKeyField(name, key), simulatorKeyMessages[name])
  if (name !== 'stripe') return
  const [publicMode, secretMode] = [getMode(pair.publicKey), getMode(pair.secret)]
  if (!publicMode || !secretMode || publicMode === secretMode) return
  const toLabel = (mode: string) => (mode === 'live' ? 'real payments (live)' : 'trying things out (test)')
  const message =
    given.publicKey === null
      ? `This secret key is for ${toLabel(secretMode)}, but the publishable key is for ${toLabel(publicMode)}. Use two keys of the same kind.`
      : `This publishable key is for ${toLabel(publicMode)}, but the secret key is for ${toLabel(secretMode)}. Use two keys of the same kind.`
  throw invalidKey(getKeyField(name, given.publicKey === null ? 'secret' : 'publicKey'), message)
}
