import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import type { VerifiedSubscription } from '#shared/contract/subscription.ts'
import { useRefreshSubscription } from '#web/features/subscription/api.ts'
import { parsePlan } from '#web/features/subscription/plan-labels.ts'
import { ApiError, call, isSignedOut } from '#web/lib/api/client.ts'
import { confirmSubscription } from './confirm-subscription.ts'
import { CheckFailed, Confirming, NoPayment, NotConfirmed, SignInFirst } from './messages.tsx'
import { Welcome } from './welcome.tsx'

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
/** The server understood and said no. Asked again, it says the same. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/**
 * Where the provider leads back to. Being here proves nothing: the server asks the provider about the signed-in person's own subscription.
 * What the address carries (a payment's secret, `redirect_status`) is what a browser says: it is neither used nor kept.
 */
export default function SubscriptionSuccessPage() {
  const isVisitor = document.documentElement.dataset.signedIn === 'no'
  const refreshStanding = useRefreshSubscription()
  const [asked, setAsked] = useState(1)
  // Only which form to offer again, should no payment have come.
  const [plan] = useState(() => parsePlan(new URLSearchParams(location.search).get('plan')))
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  const verified = useQuery({
    // Asking again begins from the start, with its pauses and its sign of waiting.
    queryKey: [subscriptionEndpoints.verify.path, asked],
    queryFn: async ({ signal }) => {
      let standing: VerifiedSubscription | undefined
      const ask = async () => {
        standing = await call(subscriptionEndpoints.verify, { signal })
        return standing
      }
      await confirmSubscription({ ask, wait, isFinal })
      await refreshStanding()
      return standing!
    },
    enabled: !isVisitor,
    gcTime: 0,
  })
  const again = () => setAsked((n) => n + 1)
  return (
    <main className="grid min-h-dvh content-start bg-canvas px-[max(1rem,var(--safe-left),var(--safe-right))] py-[max(1rem,var(--safe-top),var(--safe-bottom))] sm:content-center sm:py-8">
      <div className="mx-auto w-full max-w-lg rounded-xl border border-line bg-surface px-5 py-6 sm:px-8 sm:py-10">
        {isVisitor || isSignedOut(verified.error) ? (
          <SignInFirst />
        ) : verified.error ? (
          <CheckFailed error={verified.error} again={again} />
        ) : !verified.data ? (
          <Confirming />
        ) : verified.data.payment === 'active' ? (
          <Welcome standing={verified.data} />
        ) : verified.data.payment === 'pending' ? (
          <NotConfirmed again={again} />
        ) : (
          <NoPayment again={again} plans={plan ? `/subscribe?plan=${plan}` : '/subscribe'} />
        )}
      </div>
    </main>
  )
}
