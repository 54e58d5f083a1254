import { Link } from 'wouter'
import { formatPlan } from '#shared/plans.ts'
import type { BillingWire } from '#web/features/subscription/api.ts'
import { PlanNotice } from '#web/features/subscription/notice.tsx'
import { formatDate } from '#web/features/subscription/plan-labels.ts'
import { isDemo } from '#web/lib/session/current-user.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { NotInDemo } from '#web/ui/not-in-demo.tsx'

export const StatusNotice = ({ billing }: { billing: BillingWire }) => {
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
        {billing.endsAt
          ? `It was canceled and ends on ${formatDate(billing.endsAt)}. You can resume it in Billing.`
          : 'Manage your plan in Billing.'}
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
