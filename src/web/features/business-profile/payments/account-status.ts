import { useQuery } from '@tanstack/react-query'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import { paymentsQuery } from '#web/documents/payments/payments-state.ts'
import type { Provider } from '#web/features/business-profile/form/api.ts'
import type { Tone } from '#web/ui/badge.tsx'

/** The provider's answer about the stored keys. */
export type Account = Readonly<{
  status: BusinessProfileWire['stripeAccountStatus']
  mode: BusinessProfileWire['stripeMode']
  problem: string | null
}>
export type Accounts = Record<Provider, Account>

const none: Account = { status: 'not_connected', mode: null, problem: null }

export const getAccounts = (saved: BusinessProfileWire | null): Accounts =>
  saved
    ? {
        stripe: { status: saved.stripeAccountStatus, mode: saved.stripeMode, problem: saved.stripeProblem },
        paypal: { status: saved.paypalAccountStatus, mode: saved.paypalMode, problem: saved.paypalProblem },
      }
    : { stripe: none, paypal: none }

export type Keys = {
  /** Both are stored ... */
  isSaved: boolean
  /** ... one of them is being replaced ... */
  isTyped: boolean
  /** ... or both are there, typed or stored. */
  isReady: boolean
  saving: boolean
}
type ProviderAnswer = Omit<Account, 'status'> & { status: Account['status'] | 'unchecked' }
export type AccountStatus = { tone: Tone; label: string; problem?: { tone: 'warn' | 'danger'; text: string } | undefined }

const checking: AccountStatus = { tone: 'note', label: 'Checking' }

/** @param answer about the stored keys */
export const getAccountStatus = (answer: ProviderAnswer, { isSaved, isTyped, isReady, saving }: Keys): AccountStatus => {
  if (isReady && isTyped && saving) return checking
  if (!isSaved) return isReady ? { tone: 'warn', label: 'Not saved yet' } : { tone: 'neutral', label: 'Not set up' }
  const { status, mode, problem } = answer
  if (status === 'unchecked') return { ...checking, problem: problem ? { tone: 'warn', text: problem } : undefined }
  if (status !== 'connected')
    return { tone: 'danger', label: 'Error', problem: { tone: 'danger', text: `Error: ${problem ?? 'the keys were rejected.'}` } }
  if (mode === null) return { tone: 'good', label: 'Connected' }
  return mode === 'live' ? { tone: 'good', label: 'Connected, live mode' } : { tone: 'note', label: 'Connected, test mode' }
}

/** Keys that couldn't be checked when they were saved are checked later. */
export const useAccountStatus = (provider: Provider, account: Account, keys: Keys): AccountStatus => {
  const { data } = useQuery(paymentsQuery)
  const current = data?.providers.find((each) => each.provider === provider && each.mode !== 'sandbox')
  // The sandbox doesn't check keys.
  const mode = current?.mode === 'live' || current?.mode === 'test' ? current.mode : null
  return getAccountStatus(current ? { status: current.status, mode, problem: current.problem } : account, keys)
}
