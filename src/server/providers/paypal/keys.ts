import { ProviderError } from '#server/domain/payments/provider.ts'
import type { PayPalHost } from './hosts.ts'
import { checkKeys } from './token.ts'

/** Basic authentication parts them by a colon. */
const clientIdForm = /^[\x21-\x39\x3b-\x7e]{1,200}$/
const secretForm = /^[\x21-\x7e]{1,200}$/
/** The beginning of the built-in stand-in's keys, which PayPal needn't hear of. */
const standIn = /^[AE]sim_/

const isReal = (origin: string) => new URL(origin).hostname.endsWith('.paypal.com')

/**
 * Asks one host after the other whose keys these are.
 * @throws ProviderError, with `isRefused` and `isKeyRefused` when none knows them; without, when one that can't be reached might
 */
export const findAcceptingHost = async (
  hosts: readonly PayPalHost[],
  keys: { clientId: string; clientSecret: string },
): Promise<PayPalHost['mode']> => {
  if (!clientIdForm.test(keys.clientId) || !secretForm.test(keys.clientSecret))
    throw refused("PayPal's client ID and secret are letters, digits, hyphens and underscores. Copy both again.")
  let why = ''
  let unknown: unknown = null
  for (const { origin, mode } of hosts) {
    try {
      if (isReal(origin) && standIn.test(keys.clientId))
        throw refused(
          "These are keys of the built-in sandbox, which PayPal doesn't know. Copy your own from the PayPal developer dashboard.",
        )
      await checkKeys({ origin, ...keys })
      return mode
    } catch (error) {
      if (error instanceof ProviderError && error.isKeyRefused) why = error.message
      else unknown = error
    }
  }
  throw unknown ?? refused(why)
}

const refused = (message: string) => new ProviderError(message, { isRefused: true, isKeyRefused: true })
