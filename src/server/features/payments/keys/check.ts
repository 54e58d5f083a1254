import { setTimeout as sleep } from 'node:timers/promises'
import { type ProviderName, providerWords } from '#shared/payment-methods.ts'
import type { Accounts } from '../accounts.ts'
import { ProviderError } from '../provider.ts'
import { accountIdOf, uncheckedAccountId } from './account-id.ts'
import { fieldOf, type Pair, refuseKey } from './given.ts'
import type { Standing } from './kept.ts'

/** How long a person who saves keys waits for a provider at most. */
const patienceMs = 10_000

const notAsked = (name: ProviderName) =>
  `${providerWords[name]} couldn't be asked about these keys yet. We keep trying; until it accepts them, nobody can pay by ${name === 'stripe' ? 'card' : 'PayPal'}.`

const half: Standing = { accountId: null, status: 'unchecked', mode: null, problem: null }

/**
 * Asks a provider whose keys these are.
 * @returns 'refused' when it doesn't accept them; otherwise how they stand, 'unchecked' when it can't be asked, or when one alone says nothing
 */
export const standingOf = async (accounts: Pick<Accounts, 'forKeys'>, name: ProviderName, pair: Pair): Promise<Standing | 'refused'> => {
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
    const { accountId, mode } = await Promise.race([provider.check(), late])
    return { accountId: accountIdOf(name, { accountId, mode }), status: 'connected', mode, problem: null }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.isRefused || error.isKeyRefused) return 'refused'
    return { accountId: uncheckedAccountId(name, pair), status: 'unchecked', mode: null, problem: notAsked(name) }
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
export const refusedKeys = (name: ProviderName, given: Pair) =>
  refuseKey(fieldOf(name, given.secret === null ? 'shown' : 'secret'), refusal[name])
