import { lazy, Suspense, useEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { formatMoney } from '#shared/money.ts'
import { formatPlan, type SubscriptionPlan, subscriptionPlans } from '#shared/plans.ts'
import { type BillingWire, useBilling } from '#web/features/subscription/api.ts'
import { describeSaving, parsePlan, planNames, planPeriods } from '#web/features/subscription/plan-labels.ts'
import { PlanNotice } from '#web/features/subscription/plan-parts.tsx'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { getKnownUser, isDemo } from '#web/lib/session/current-user.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { NotInDemo } from '#web/ui/not-in-demo.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckoutSkeleton } from './checkout-frame.tsx'
import { isLoadedHere, planPath } from './plan-paths.ts'

const TrialExpiredBanner = () => (
  <div className="mb-6">
    <PlanNotice tone="warn">Your free trial has expired, please choose a plan to continue using the product</PlanNotice>
  </div>
)

const Checkout = lazy(() => import('./checkout.tsx'))

const SubscribePage = () => {
  const [query] = useSearchParams()
  const billing = useBilling()
  const plan = parsePlan(query.get('plan'))
  const status = (billing.data ?? getKnownUser())?.subscriptionStatus
  const isActive = status === 'active'
  const showsCheckout = plan !== undefined && !billing.isError && !isActive && billing.data?.canSubscribe !== false && !isDemo()
  return (
    <div className="mx-auto max-w-3xl">
      {query.get('from') === 'trial-expired' && !isActive && <TrialExpiredBanner />}
      {showsCheckout ? (
        isLoadedHere() ? (
          <Suspense fallback={<CheckoutSkeleton plan={plan} />}>
            <Checkout key={plan} plan={plan} billing={billing.data} />
          </Suspense>
        ) : billing.data ? (
          <ReloadPage />
        ) : (
          // Checked with the server first: a page served from this device's cache would reload itself again and again.
          <CheckoutSkeleton plan={plan} />
        )
      ) : (
        <>
          <PageHeader
            title="Plans"
            text={`${status === 'trial' ? 'Your trial includes 10 invoices. ' : ''}Both plans include unlimited invoices. Cancel anytime.`}
          />
          {billing.data ? (
            <>
              <StatusNotice billing={billing.data} />
              <PlanCards billing={billing.data} query={query} />
            </>
          ) : billing.isError ? (
            <LoadError error={billing.error} retry={() => void billing.refetch()} />
          ) : (
            <PlanCardsSkeleton />
          )}
        </>
      )}
    </div>
  )
}

/** Back or a link inside the app led here, in a document that may not load the card provider's script. */
const ReloadPage = () => {
  useEffect(() => location.reload(), [])
  return null
}

export default SubscribePage

const StatusNotice = ({ billing }: { billing: BillingWire }) => {
  const notice = getNotice(billing)
  return notice && <div className="mb-5">{notice}</div>
}

const getNotice = (billing: BillingWire) => {
  if (billing.subscriptionStatus === 'active')
    return (
      <PlanNotice
        title={`You are on the ${formatPlan(billing)}`}
        action={
          <Link href="/billing" asChild>
            <ButtonLink variant="secondary">Go to Billing</ButtonLink>
          </Link>
        }
      >
        {billing.endsAt && `It was canceled and ends on ${formatInstantDay(billing.endsAt)}. You can resume it in Billing.`}
      </PlanNotice>
    )
  if (isDemo()) return <NotInDemo what="Plans" />
  if (!billing.canSubscribe)
    return (
      <PlanNotice tone="warn" title="Plans aren't available on this server">
        Its administrator has not set up a card provider. Everything except new invoices works without a plan.
      </PlanNotice>
    )
  if (billing.subscriptionStatus === 'canceled')
    return (
      <PlanNotice tone="warn" title="Your plan has ended">
        Choose a plan to create invoices again. You can still view, collect and export everything you created.
      </PlanNotice>
    )
  return null
}

type Props = { billing: BillingWire; query: URLSearchParams }

const PlanCards = ({ billing, query }: Props) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      {subscriptionPlans.map((plan) => (
        <PlanCard key={plan} plan={plan} billing={billing} query={query} />
      ))}
    </div>
    <p className="mt-5 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-center text-muted text-sm">
      {billing.sandbox && <SandboxBadge />}
      Prices are in US dollars. Plans renew automatically until canceled.
    </p>
  </>
)

const PlanCard = ({ plan, billing, query }: Props & { plan: SubscriptionPlan }) => {
  const saving = plan === 'yearly' ? describeSaving(billing.prices) : undefined
  const isActive = billing.subscriptionStatus === 'active'
  const isCurrent = isActive && billing.subscriptionPlan === plan
  const isPopular = plan === 'yearly'
  return (
    <Card className={cx('flex flex-col sm:p-6', (isActive ? isCurrent : isPopular) && 'border-accent')}>
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <h3 className="mr-auto font-semibold">{planNames[plan]}</h3>
        {isCurrent && <Badge tone="accent">Current plan</Badge>}
        {isPopular && <Badge tone="accent">Popular</Badge>}
        {saving && <Badge tone="good">{saving.badge}</Badge>}
      </div>
      <p className="mt-4 flex items-baseline gap-1.5">
        <span className="font-semibold text-3xl tracking-tight tabular-nums">{formatMoney(billing.prices[plan], 'USD')}</span>
        <span className="text-muted text-sm">per {planPeriods[plan]}</span>
      </p>
      <p className="mt-1 mb-6 text-muted text-sm">{saving?.text ?? `Billed ${plan}`}</p>
      <div className="mt-auto">
        {isActive
          ? !isCurrent && (
              <Link href="/billing" asChild>
                <ButtonLink variant="secondary" className="w-full">
                  Switch to {planNames[plan]} in Billing
                </ButtonLink>
              </Link>
            )
          : billing.canSubscribe &&
            !isDemo() && (
              // A full page load, because that page has its own content security policy.
              <ButtonLink variant={isPopular ? 'primary' : 'secondary'} className="w-full" href={planPath(plan, query)}>
                Choose {planNames[plan]}
              </ButtonLink>
            )}
      </div>
    </Card>
  )
}

/** Prices are never shown before the server has sent them. */
const PlanCardsSkeleton = () => (
  <div role="status" aria-label="Loading plans" className="grid gap-4 sm:grid-cols-2">
    {subscriptionPlans.map((plan) => (
      <Card key={plan} className="flex flex-col sm:p-6">
        <h3 className="min-h-6 font-semibold">{planNames[plan]}</h3>
        <Skeleton className="mt-4 h-9 w-36" />
        <Skeleton className="mt-1 mb-6 h-5 w-40" />
        <Skeleton className="h-9 pointer-coarse:h-11" />
      </Card>
    ))}
  </div>
)
