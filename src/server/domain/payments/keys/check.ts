import { setTimeout as sleep } from 'node:timers/promises'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { toAccountId, toProvisionalAccountId } from './account-id.ts'
import type { KeyStatus } from './store.ts'
import { getKeyField, invalidKey, type KeyPair } from './validate.ts'

/** How long a request that saves keys waits for a provider at most. */
const timeoutMs = 10_000

const describeUnchecked = (name: ProviderName) =>
  `${providerLabels[name]} couldn't be asked about these keys yet. We keep trying; until it accepts them, nobody can pay by ${name === 'stripe' ? 'card' : 'PayPal'}.`

const incomplete: KeyStatus = { accountId: null, status: 'unchecked', mode: null, problem: null }

/** @returns 'refused' when the provider doesn't accept them; status 'unchecked' when it can't be reached, or when a key is missing */
export const checkKeys = async (accounts: Pick<Accounts, 'forKeys'>, name: ProviderName, pair: KeyPair): Promise<KeyStatus | 'refused'> => {
  const { publicKey, secret } = pair
  if (!secret) return incomplete
  if (name === 'paypal' && !publicKey) return incomplete
  const provider =
    name === 'stripe'
      ? accounts.forKeys('stripe', { secretKey: secret })
      : accounts.forKeys('paypal', { clientId: publicKey!, clientSecret: secret })
  const timer = new AbortController()
  const timeout = sleep(timeoutMs, null, { signal: timer.signal }).then(() => {
    throw new ProviderError('The provider took too long')
  })
  timeout.catch(() => undefined)
  try {
    const { accountId, mode } = await Promise.race([provider.checkKeys(), timeout])
    return { accountId: toAccountId(name, { accountId, mode }), status: 'connected', mode, problem: null }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.isRefused || error.isKeyRefused) return 'refused'
    return { accountId: toProvisionalAccountId(name, pair), status: 'unchecked', mode: null, problem: describeUnchecked(name) }
  } finally {
    timer.abort()
  }
}

const refusalMessages = {
  stripe: "Stripe doesn't accept this secret key. Copy it again from the Stripe dashboard, under Developers, API keys.",
  paypal:
    "PayPal doesn't accept this client ID together with this client secret. Copy both again, from the same app of the PayPal developer dashboard.",
}

export const keysRefused = (name: ProviderName, given: KeyPair) =>
  invalidKey(getKeyField(name, given.secret === null ? 'publicKey' : 'secret'), refusalMessages[name])
