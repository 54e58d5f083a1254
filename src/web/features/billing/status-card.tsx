import { Link } from 'wouter'
import { formatMoney } from '#shared/money.ts'
import { formatPlan } from '#shared/plans.ts'
import { SandboxBadge } from '#web/payments/sandbox-badge.tsx'
import type { BillingWire } from '#web/plans/calls.ts'
import { parsePlan, planPeriods } from '#web/plans/plan-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NextBilling } from './next-billing.tsx'
import { TrialProgress } from './trial-progress.tsx'
import type { Portal } from './use-portal.ts'

const statusWords: Record<string, string> = { active: 'Active Subscription', canceled: 'Canceled' }

/** Status, plan line, what comes next, and what can be done about it. */
export const StatusCard = ({ billing, portal }: { billing: BillingWire; portal: Portal }) => {
  const { subscriptionStatus: status } = billing
  const plan = status === 'active' ? parsePlan(billing.subscriptionPlan) : undefined
  return (
    <Card className="sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="font-semibold text-lg tracking-tight">{statusWords[status] ?? 'Free Trial'}</h3>
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
            <p className="mt-1 text-muted text-sm">Your plan has ended. All that you made stays readable, payable and exportable.</p>
          ) : (
            <p className="mt-1 text-sm">
              <span className="font-medium">{formatPlan(billing)}</span>
              {plan && (
                <span className="text-muted">
                  {' '}
                  · <span className="tabular-nums">{formatMoney(billing.prices[plan])}</span> per {planPeriods[plan]}
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
