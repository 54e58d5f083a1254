import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import { useRefreshSubscription } from '#web/features/subscription/api.ts'
import { parsePlan } from '#web/features/subscription/plan-labels.ts'
import { call, isSignedOut } from '#web/lib/api/client.ts'
import { pollStatus } from '#web/lib/api/poll-status.ts'
import { CheckFailed, Confirming, NoPayment, NotConfirmed, SignInFirst } from './messages.tsx'
import { Welcome } from './welcome.tsx'

/** Pauses before each request: about twenty seconds in all, which a bank usually needs. */
const pausesMs = [0, 1000, 2000, 3000, 5000, 9000] as const
/** After this many requests 'none' counts: the provider's API may lag behind its answer to the browser. */
const maxDenials = 3

type Answer = { payment: 'active' | 'pending' | 'none' }

/** Returns the provider's last answer. */
export const confirmSubscription = <Verified extends Answer>(
  fetchStatus: () => Promise<Verified>,
  wait?: (ms: number) => Promise<void>,
): Promise<Verified> => {
  let denials = 0
  const isSettled = ({ payment }: Answer) => payment === 'active' || (payment === 'none' && ++denials === maxDenials)
  return pollStatus({ fetchStatus, pausesMs, isSettled, ...(wait && { wait }) })
}

/**
 * Opening it proves nothing: the server asks the provider about the user's own subscription. The URL's parameters (a payment's secret,
 * `redirect_status`) are unverified, not used and not stored.
 */
export default function SubscriptionSuccessPage() {
  const isVisitor = document.documentElement.dataset.signedIn === 'no'
  const refreshStanding = useRefreshSubscription()
  const [attempt, setAttempt] = useState(1)
  // Only to know which plan to offer again if there is no payment.
  const [plan] = useState(() => parsePlan(new URLSearchParams(location.search).get('plan')))
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  const verified = useQuery({
    // A retry starts from the beginning, with its pauses and its loading state.
    queryKey: [subscriptionEndpoints.verify.path, attempt],
    queryFn: async ({ signal }) => {
      const subscription = await confirmSubscription(() => call(subscriptionEndpoints.verify, { signal }))
      await refreshStanding()
      return subscription
    },
    enabled: !isVisitor,
    gcTime: 0,
  })
  const recheck = () => setAttempt((n) => n + 1)
  return (
    <main className="grid min-h-dvh content-start bg-canvas px-[max(1rem,var(--safe-left),var(--safe-right))] py-[max(1rem,var(--safe-top),var(--safe-bottom))] sm:content-center sm:py-8">
      <div className="mx-auto w-full max-w-lg rounded-xl border border-line bg-surface px-5 py-6 sm:px-8 sm:py-10">
        {isVisitor || isSignedOut(verified.error) ? (
          <SignInFirst />
        ) : verified.error ? (
          <CheckFailed error={verified.error} recheck={recheck} />
        ) : !verified.data ? (
          <Confirming />
        ) : verified.data.payment === 'active' ? (
          <Welcome subscription={verified.data} />
        ) : verified.data.payment === 'pending' ? (
          <NotConfirmed recheck={recheck} />
        ) : (
          <NoPayment recheck={recheck} plans={plan ? `/subscribe?plan=${plan}` : '/subscribe'} />
        )}
      </div>
    </main>
  )
}
