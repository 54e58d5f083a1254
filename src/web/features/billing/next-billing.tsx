import { CalendarClock } from 'lucide-react'
import { formatMoney } from '#shared/money.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import type { BillingWire } from '#web/plans/calls.ts'
import { formatDate } from '#web/plans/show-date.ts'

type Props = { billing: BillingWire; plan: SubscriptionPlan | undefined }

/** When money is taken next, and how much; or why none is. */
export const NextBilling = ({ billing, plan }: Props) => (
  <p className="mt-5 flex items-start gap-2.5 border-line border-t pt-4 text-sm">
    <CalendarClock className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
    <span>{words(billing, plan)}</span>
  </p>
)

const words = (
  { subscriptionStatus: status, nextBillingAt, endsAt, graceEndsAt, prices }: BillingWire,
  plan: SubscriptionPlan | undefined,
) => {
  if (status === 'active' && endsAt)
    return (
      <>
        Your plan ends on <b className="font-semibold">{formatDate(endsAt)}</b>. Nothing more is charged.
      </>
    )
  if (status === 'active' && graceEndsAt) return `Next billing: your last payment is still open; pay it by ${formatDate(graceEndsAt)}`
  if (status === 'active' && nextBillingAt)
    return (
      <>
        Next billing: <b className="font-semibold">{formatDate(nextBillingAt)}</b>
        {plan && <span className="text-muted tabular-nums"> ({formatMoney(prices[plan])})</span>}
      </>
    )
  if (status === 'active') return 'Next billing: no payment is due'
  return status === 'canceled' ? 'No payment is due: your plan has ended' : 'No payment is due during the free trial'
}
