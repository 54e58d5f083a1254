import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { checkCredential } from './token.ts'

export type PayPalHost = { origin: string; mode: 'live' | 'test' }

const paypalHosts: readonly PayPalHost[] = [
  { origin: 'https://api-m.paypal.com', mode: 'live' },
  { origin: 'https://api-m.sandbox.paypal.com', mode: 'test' },
]

/** A client id doesn't show its mode: until that is known, both hosts are tried, the live one first. */
export const getPayPalHosts = (override: string | null, mode: 'live' | 'test' | null): readonly PayPalHost[] => {
  if (!override) return mode ? paypalHosts.filter((host) => host.mode === mode) : paypalHosts
  const { protocol, hostname } = new URL(override)
  return [{ origin: override, mode: protocol === 'http:' || hostname.includes('sandbox') ? 'test' : 'live' }]
}

/** Without a colon, which separates the two in basic authentication. */
const clientIdFormat = /^[\x21-\x39\x3b-\x7e]{1,200}$/
const secretFormat = /^[\x21-\x7e]{1,200}$/
/** Of the simulator. Such ids are never sent to PayPal. */
const simulatorKey = /^[AE]sim_/

const isPayPalHost = (origin: string) => new URL(origin).hostname.endsWith('.paypal.com')

const refusedKey = (message: string) => new ProviderError(message, { isRefused: true, isKeyRefused: true })

/** @throws ProviderError with `isKeyRefused` when all hosts refuse the keys, without it when one that can't be reached might accept them */
export const checkKeys = async (
  hosts: readonly PayPalHost[],
  keys: { clientId: string; clientSecret: string },
): Promise<PayPalHost['mode']> => {
  if (!clientIdFormat.test(keys.clientId) || !secretFormat.test(keys.clientSecret))
    throw refusedKey("PayPal's client ID and secret are letters, digits, hyphens and underscores. Copy both again.")
  let refusal = ''
  let failure: unknown = null
  for (const { origin, mode } of hosts) {
    try {
      if (isPayPalHost(origin) && simulatorKey.test(keys.clientId))
        throw refusedKey(
          "These are keys of the built-in sandbox, which PayPal doesn't know. Copy your own from the PayPal developer dashboard.",
        )
      await checkCredential({ origin, ...keys })
      return mode
    } catch (error) {
      if (error instanceof ProviderError && error.isKeyRefused) refusal = error.message
      else failure = error
    }
  }
  throw failure ?? refusedKey(refusal)
}
