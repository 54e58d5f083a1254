import { useQuery } from '@tanstack/react-query'
import { Check, CircleSlash, Clock, CloudOff, LoaderCircle, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import { formatPlan } from '#shared/plans.ts'
import { refreshStanding } from '#web/features/subscription/api.ts'
import { parsePlan, premiumFeatures } from '#web/features/subscription/plan-labels.ts'
import { FeatureList } from '#web/features/subscription/plan-parts.tsx'
import { ApiError, call, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { pollStatus } from '#web/lib/api/poll-status.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { StatusMessage } from '#web/ui/status-message.tsx'

const Confirming = () => (
  <StatusMessage icon={<LoaderCircle className="motion-safe:animate-spin" aria-hidden />} title="Confirming your payment…">
    <p>This takes a few seconds. You can leave this page; your payment continues.</p>
  </StatusMessage>
)

type RecheckProps = { recheck: () => void }

const CheckOrLeave = ({ recheck }: RecheckProps) => (
  <>
    <Button onClick={recheck}>Check again</Button>
    <ButtonLink variant="secondary" href="/billing">
      Go to Billing
    </ButtonLink>
  </>
)

const NotConfirmed = ({ recheck }: RecheckProps) => (
  <StatusMessage icon={<Clock aria-hidden />} title="Your payment is not confirmed yet" actions={<CheckOrLeave recheck={recheck} />}>
    <p>
      Your bank is still processing it. Don't pay again. Your plan starts automatically when the bank confirms, so you can leave this page.
    </p>
  </StatusMessage>
)

const NoPayment = ({ recheck, plans }: RecheckProps & { plans: string }) => (
  <StatusMessage
    icon={<CircleSlash aria-hidden />}
    title="No payment received"
    actions={
      <>
        {/* A full page load, because that page has its own content security policy. */}
        <ButtonLink href={plans}>Try again</ButtonLink>
        <Button variant="secondary" onClick={recheck}>
          Check again
        </Button>
      </>
    }
  >
    <p>The payment failed or was not completed. Nothing was charged. You can try again with the same card or another one.</p>
  </StatusMessage>
)

const SignInFirst = () => (
  <StatusMessage
    icon={<UserRound aria-hidden />}
    title="Sign in to see your subscription"
    actions={<ButtonLink href={`/api/login?returnTo=${encodeURIComponent('/subscription-success')}`}>Sign in</ButtonLink>}
  >
    <p>You are not signed in on this browser. Sign in to see whether your payment was received.</p>
  </StatusMessage>
)

const reason = (error: unknown): ReactNode =>
  error instanceof ApiError
    ? getServerMessage(error, 'The server could not reach the card provider.')
    : "The server can't be reached. Check your connection."

const CheckFailed = ({ error, recheck }: RecheckProps & { error: unknown }) => (
  <StatusMessage icon={<CloudOff aria-hidden />} title="We could not check your payment" actions={<CheckOrLeave recheck={recheck} />}>
    <p>{reason(error)}</p>
    <p>If you paid, your payment is safe. Don't pay again.</p>
  </StatusMessage>
)

/** @param callback runs once, and must be a stable function @returns the seconds left, undefined once stopped; and a function to stop it */
const useCountdown = (seconds: number, callback: () => void) => {
  const [left, setLeft] = useState<number | undefined>(seconds)
  useEffect(() => {
    if (left === undefined) return
    if (left === 0) return callback()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, callback])
  return { left, stop: () => setLeft(undefined) }
}

const dashboard = '/dashboard'
const redirectSeconds = 5
// A full page load drops the card provider's scripts, and the plan is refetched.
const goToDashboard = () => location.assign(dashboard)

type Props = { subscription: Parameters<typeof formatPlan>[0] }

const Welcome = ({ subscription }: Props) => {
  const { left, stop } = useCountdown(redirectSeconds, goToDashboard)
  return (
    <>
      <StatusMessage icon={<Check aria-hidden />} tone="good" title="Welcome">
        <p>
          Thank you: your <strong className="font-semibold text-ink">{formatPlan(subscription)}</strong> is active.
        </p>
      </StatusMessage>
      <div className="mx-auto mt-6 w-fit">
        <h2 className="mb-2.5 font-semibold text-sm">Now included</h2>
        <FeatureList features={premiumFeatures} label="Benefits" />
      </div>
      <ButtonLink href={dashboard} className="mt-7 h-12 w-full text-base pointer-coarse:h-12">
        Go to Dashboard
      </ButtonLink>
      <div className="mt-3 flex min-h-11 flex-wrap items-center justify-center gap-x-3 text-muted text-sm">
        {left === undefined ? (
          // The pressed button is gone, so this takes the focus.
          <p role="status" tabIndex={-1} ref={(element) => element?.focus()} className="outline-none">
            Staying on this page.
          </p>
        ) : (
          <>
            <p role="timer">
              Redirecting to your dashboard in {left} second{left === 1 ? '' : 's'}...
            </p>
            <Button variant="ghost" size="sm" onClick={stop}>
              Stay on this page
            </Button>
          </>
        )}
      </div>
    </>
  )
}

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
