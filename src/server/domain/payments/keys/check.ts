import { setTimeout as sleep } from 'node:timers/promises'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { ProviderError } from '#server/domain/payments/provider.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { toAccountId, toProvisionalAccountId } from './account-id.ts'
import type { KeyStatus } from './store.ts'
import { getKeyField, invalidKey, type KeyPair } from './validate.ts'

/** How long a person who saves keys waits for a provider at most. */
const patienceMs = 10_000

const notAsked = (name: ProviderName) =>
  `${providerLabels[name]} couldn't be asked about these keys yet. We keep trying; until it accepts them, nobody can pay by ${name === 'stripe' ? 'card' : 'PayPal'}.`

const half: KeyStatus = { accountId: null, status: 'unchecked', mode: null, problem: null }

/**
 * Asks a provider whose keys these are.
 * @returns 'refused' when it doesn't accept them; otherwise how they stand, 'unchecked' when it can't be asked, or when one alone says nothing
 */
export const checkKeys = async (accounts: Pick<Accounts, 'forKeys'>, name: ProviderName, pair: KeyPair): Promise<KeyStatus | 'refused'> => {
  const { shown, secret } = pair
  if (!secret) return half
  if (name === 'paypal' && !shown) return half
  const provider =
    name === 'stripe'
      ? accounts.forKeys('stripe', { secretKey: secret })
      : accounts.forKeys('paypal', { clientId: shown!, clientSecret: secret })
  const isOver = new AbortController()
  try {
    const late = sleep(patienceMs, null, { signal: isOver.signal }).then(() => {
      throw new ProviderError('The provider took too long')
    })
    late.catch(() => undefined)
    const { accountId, mode } = await Promise.race([provider.checkKeys(), late])
    return { accountId: toAccountId(name, { accountId, mode }), status: 'connected', mode, problem: null }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.isRefused || error.isKeyRefused) return 'refused'
    return { accountId: toProvisionalAccountId(name, pair), status: 'unchecked', mode: null, problem: notAsked(name) }
  } finally {
    isOver.abort()
  }
}

const refusal = {
  stripe: "Stripe doesn't accept this secret key. Copy it again from the Stripe dashboard, under Developers, API keys.",
  paypal:
    "PayPal doesn't accept this client ID together with this client secret. Copy both again, from the same app of the PayPal developer dashboard.",
}

/** The keys were refused, told at the field that was filled in. */
export const keysRefused = (name: ProviderName, given: KeyPair) =>
  invalidKey(getKeyField(name, given.secret === null ? 'shown' : 'secret'), refusal[name])
