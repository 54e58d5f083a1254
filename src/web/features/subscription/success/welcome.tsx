import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatPlan } from '#shared/plans.ts'
import { FeatureList } from '#web/features/subscription/feature-list.tsx'
import { premiumFeatures } from '#web/features/subscription/plan-labels.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Message } from './messages.tsx'

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

export const Welcome = ({ subscription }: Props) => {
  const { left, stop } = useCountdown(redirectSeconds, goToDashboard)
  return (
    <>
      <Message icon={<Check aria-hidden />} tone="good" title="Welcome">
        <p>
          Thank you: your <strong className="font-semibold text-ink">{formatPlan(subscription)}</strong> is active.
        </p>
      </Message>
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
