import { ArrowLeft, RotateCw, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { addDays, type Day, day, formatDay, getMonthStart } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import type { BillingWire } from '#web/features/subscription/api.ts'
import { planNames, planPeriods } from '#web/features/subscription/plan-labels.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { plansPath } from './plan-paths.ts'

/** The same day of the next month or year, or the last day of a shorter month. */
export const getRenewalDate = (from: Day, plan: SubscriptionPlan): Day => {
  const months = plan === 'yearly' ? 12 : 1
  const lastOfMonth = addDays(getMonthStart(from, -months - 1), -1)
  const sameDate = `${lastOfMonth.slice(0, 8)}${from.slice(8)}`
  return sameDate < lastOfMonth ? day(sameDate) : lastOfMonth
}

type Props = { plan: SubscriptionPlan; billing: BillingWire | undefined; children: ReactNode }

export const CheckoutFrame = ({ plan, billing, children }: Props) => {
  const [query] = useSearchParams()
  return (
    <>
      <Link
        href={plansPath(query)}
        className="-ml-1 mb-3 inline-flex min-h-9 items-center gap-1.5 rounded-md px-1 text-muted text-sm hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft className="size-4" aria-hidden /> Back to plans
      </Link>
      <h2 className="mb-5 font-semibold text-xl tracking-tight">Complete Your Subscription</h2>
      <div className="grid items-start gap-4 md:grid-cols-[1fr_17rem]">
        <Card className="max-md:order-2 sm:p-6">{children}</Card>
        <Summary plan={plan} billing={billing} />
      </div>
    </>
  )
}

const Summary = ({ plan, billing }: Pick<Props, 'plan' | 'billing'>) => (
  <Card className="max-md:order-1">
    <div className="flex items-center justify-between gap-2">
      <CardTitle>{planNames[plan]} Plan</CardTitle>
      {billing?.sandbox && <SandboxBadge />}
    </div>
    <p className="mt-2 flex h-9 items-baseline gap-1.5">
      {billing ? (
        <>
          <span className="font-semibold text-2xl tracking-tight tabular-nums">{formatMoney(billing.prices[plan], 'USD')}</span>
          <span className="text-muted text-sm">per {planPeriods[plan]}</span>
        </>
      ) : (
        <Skeleton className="h-8 w-32" />
      )}
    </p>
    <ul className="mt-3 grid gap-2 text-muted text-sm">
      <li className="flex gap-2">
        <RotateCw className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span>
          Due today, then every {planPeriods[plan]}. Renews on{' '}
          <span className="whitespace-nowrap">{formatDay(getRenewalDate(getToday(), plan))}</span>.
        </span>
      </li>
      <li className="flex gap-2">
        <ShieldCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        Cancel anytime in Billing; your plan stays active until the end of the paid period.
      </li>
    </ul>
  </Card>
)

/** The usual height of the card fields, so that nothing moves when they load. */
export const fieldsHeight = 'min-h-82 sm:min-h-72'

export const FieldsSkeleton = () => (
  <div aria-hidden className="grid content-start gap-4">
    <Skeleton className="h-9" />
    <Skeleton className="h-18" />
    <div className="grid grid-cols-2 gap-3">
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
    <Skeleton className="h-12 w-3/4" />
  </div>
)

export const FormSkeleton = () => (
  <div role="status" aria-label="Loading the card form">
    <div className={fieldsHeight}>
      <FieldsSkeleton />
    </div>
    <Skeleton className="mt-5 h-12" />
    <Skeleton className="mx-auto mt-3 h-5 w-56" />
  </div>
)

export const CheckoutSkeleton = ({ plan }: { plan: SubscriptionPlan }) => (
  <CheckoutFrame plan={plan} billing={undefined}>
    <FormSkeleton />
  </CheckoutFrame>
)
