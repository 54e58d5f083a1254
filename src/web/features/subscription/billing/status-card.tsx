import { CalendarClock } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoney } from '#shared/money.ts'
import { formatPlan, type SubscriptionPlan, trialInvoices } from '#shared/plans.ts'
import type { BillingWire } from '#web/features/subscription/api.ts'
import { parsePlan, planPeriods } from '#web/features/subscription/plan-labels.ts'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { SandboxBadge } from '#web/ui/sandbox-badge.tsx'
import type { Portal } from './use-portal.ts'

const TrialProgress = ({ used }: { used: number }) => {
  const left = Math.max(0, trialInvoices - used)
  return (
    <div className="mt-5">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
        <span id="trial-used">
          {used} of {trialInvoices} free invoices used
        </span>
        <span className="text-muted">{left} left</span>
      </p>
      <div
        role="progressbar"
        aria-labelledby="trial-used"
        aria-valuemin={0}
        aria-valuemax={trialInvoices}
        aria-valuenow={Math.min(used, trialInvoices)}
        className="grid grid-cols-10 gap-1"
      >
        {Array.from({ length: trialInvoices }, (_, i) => (
          // Only their position distinguishes them.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <span key={i} className={cx('h-2 rounded-full', i >= used ? 'bg-sunken' : left > 2 ? 'bg-accent' : 'bg-warn')} />
        ))}
      </div>
    </div>
  )
}

type Props = { billing: BillingWire; plan: SubscriptionPlan | undefined }

const NextBilling = ({ billing, plan }: Props) => (
  <p className="mt-5 flex items-start gap-2.5 border-line border-t pt-4 text-sm">
    <CalendarClock className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
    <span>{describeNextBilling(billing, plan)}</span>
  </p>
)

const describeNextBilling = (
  { subscriptionStatus: status, nextBillingAt, endsAt, graceEndsAt, prices }: BillingWire,
  plan: SubscriptionPlan | undefined,
) => {
  if (status === 'active' && endsAt)
    return (
      <>
        Your plan ends on <b className="font-semibold">{formatInstantDay(endsAt)}</b>. You won't be charged again.
      </>
    )
  if (status === 'active' && graceEndsAt) return `Next billing: your last payment failed; pay it by ${formatInstantDay(graceEndsAt)}`
  if (status === 'active' && nextBillingAt)
    return (
      <>
        Next billing: <b className="font-semibold">{formatInstantDay(nextBillingAt)}</b>
        {plan && <span className="text-muted tabular-nums"> ({formatMoney(prices[plan], 'USD')})</span>}
      </>
    )
  if (status === 'active') return 'Next billing: no payment is due'
  return status === 'canceled' ? 'No payment is due: your plan has ended' : 'No payment is due during the free trial'
}

const statusLabels: Record<string, string> = { active: 'Active Subscription', canceled: 'Canceled' }

export const StatusCard = ({ billing, portal }: { billing: BillingWire; portal: Portal }) => {
  const { subscriptionStatus: status } = billing
  const plan = status === 'active' ? parsePlan(billing.subscriptionPlan) : undefined
  return (
    <Card className="sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-semibold text-lg tracking-tight">{statusLabels[status] ?? 'Free Trial'}</h3>
            {status === 'active' &&
              (billing.pastDueSince ? (
                <Badge tone="danger">Payment due</Badge>
              ) : billing.endsAt ? (
                <Badge tone="warn">Won't renew</Badge>
              ) : (
                billing.nextBillingAt && <Badge tone="good">Paid</Badge>
              ))}
            {billing.sandbox && <SandboxBadge />}
          </div>
          {status === 'canceled' ? (
            <p className="mt-1 text-muted text-sm">Your plan has ended. You can still view, collect and export everything you created.</p>
          ) : (
            <p className="mt-1 text-sm">
              <span className="font-medium">{formatPlan(billing)}</span>
              {plan && (
                <span className="text-muted">
                  {' '}
                  · <span className="tabular-nums">{formatMoney(billing.prices[plan], 'USD')}</span> per {planPeriods[plan]}
                </span>
              )}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          {billing.canManage && (
            <Button variant={status === 'active' ? 'primary' : 'secondary'} pending={portal.isOpening} onClick={portal.open}>
              Manage Subscription
            </Button>
          )}
          {status !== 'active' && (
            <Link href="/subscribe" asChild>
              <ButtonLink>Upgrade Now</ButtonLink>
            </Link>
          )}
        </div>
      </div>
      {status === 'trial' && <TrialProgress used={billing.trialInvoicesUsed} />}
      <NextBilling billing={billing} plan={plan} />
    </Card>
  )
}
