import { Link } from 'wouter'
import { formatPlan } from '#shared/plans.ts'
import type { BillingWire } from '#web/features/subscription/api.ts'
import { PlanNotice } from '#web/features/subscription/notice.tsx'
import { formatDate } from '#web/features/subscription/plan-labels.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** What the user should know before choosing: an active plan, an ended plan, or no plans on this server. */
export const StatusNotice = ({ billing }: { billing: BillingWire }) => {
  const notice = noticeOf(billing)
  return notice && <div className="mb-5">{notice}</div>
}

const noticeOf = (billing: BillingWire) => {
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
        {billing.endsAt
          ? `It ends on ${formatDate(billing.endsAt)}, because it was cancelled. Billing is where you keep it.`
          : 'There is nothing to buy again: Billing is where you change the plan, the card, or cancel.'}
      </PlanNotice>
    )
  if (!billing.canSubscribe)
    return (
      <PlanNotice tone="warn" title="Plans can't be bought on this server">
        Whoever runs it has not set up a card provider for them. Everything but new invoices works without a plan.
      </PlanNotice>
    )
  if (billing.subscriptionStatus === 'canceled')
    return (
      <PlanNotice tone="warn" title="Your plan has ended">
        Choose a plan to make invoices again. All that you made is still here, to be read, paid and exported.
      </PlanNotice>
    )
  return null
}
