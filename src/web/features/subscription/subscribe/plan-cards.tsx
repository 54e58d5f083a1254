import { Link } from 'wouter'
import { formatMoney } from '#shared/money.ts'
import { type SubscriptionPlan, subscriptionPlans } from '#shared/plans.ts'
import type { BillingWire } from '#web/features/subscription/api.ts'
import { FeatureList } from '#web/features/subscription/feature-list.tsx'
import { describeSaving, planNames, planPeriods } from '#web/features/subscription/plan-labels.ts'
import { isDemo } from '#web/lib/session/current-user.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { planPath } from './plan-paths.ts'

const everyPlan = ['Unlimited invoices', 'Everything in the trial', 'Cancel anytime']

type Props = { billing: BillingWire; query: URLSearchParams }

export const PlanCards = ({ billing, query }: Props) => (
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
  const points = [...everyPlan, plan === 'monthly' ? 'Billed monthly' : (saving?.text ?? 'Billed yearly')]
  return (
    <Card className={cx('flex flex-col sm:p-6', (isActive ? isCurrent : isPopular) && 'border-accent')}>
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <h3 className="mr-auto font-semibold">{planNames[plan]}</h3>
        {isCurrent && <Badge tone="accent">Current plan</Badge>}
        {isPopular && !isCurrent && <Badge tone="accent">Popular</Badge>}
        {saving && <Badge tone="good">{saving.badge}</Badge>}
      </div>
      <p className="mt-4 flex items-baseline gap-1.5">
        <span className="font-semibold text-3xl tracking-tight tabular-nums">{formatMoney(billing.prices[plan], 'USD')}</span>
        <span className="text-muted text-sm">per {planPeriods[plan]}</span>
      </p>
      <FeatureList features={points} className="mt-4 mb-6" />
      <div className="mt-auto">
        {isActive ? (
          <Link href="/billing" asChild>
            <ButtonLink variant="secondary" className="w-full">
              {isCurrent ? 'Manage in Billing' : `Switch to ${planNames[plan]} in Billing`}
            </ButtonLink>
          </Link>
        ) : (
          billing.canSubscribe &&
          !isDemo() && (
            // A full page load, because that page has its own content security policy.
            <ButtonLink variant={isPopular ? 'primary' : 'secondary'} className="w-full" href={planPath(plan, query)}>
              Choose {planNames[plan]}
            </ButtonLink>
          )
        )}
      </div>
    </Card>
  )
}

/** Prices are never shown before the server has sent them. */
export const PlanCardsSkeleton = () => (
  <div role="status" aria-label="Loading plans" className="grid gap-4 sm:grid-cols-2">
    {subscriptionPlans.map((plan) => (
      <Card key={plan} className="flex flex-col sm:p-6">
        <h3 className="min-h-6 font-semibold">{planNames[plan]}</h3>
        <Skeleton className="mt-4 h-9 w-36" />
        <div className="mt-4 mb-6 grid gap-2">
          {['w-44', 'w-56', 'w-36', 'w-40'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
        </div>
        <Skeleton className="h-9 pointer-coarse:h-11" />
      </Card>
    ))}
  </div>
)
