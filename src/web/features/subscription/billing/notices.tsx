import type { BillingWire } from '#web/features/subscription/api.ts'
import { PlanNotice } from '#web/features/subscription/notice.tsx'
import { formatDate } from '#web/features/subscription/plan-labels.ts'
import { Button } from '#web/ui/button.tsx'
import type { Portal } from './use-portal.ts'

/** A failed payment, or two subscriptions at once. */
export const Notices = ({ billing, portal }: { billing: BillingWire; portal: Portal }) => (
  <>
    {billing.pastDueSince && billing.graceEndsAt && (
      <PlanNotice
        tone="danger"
        title="Your last payment failed"
        action={
          billing.canManage && (
            <Button variant="secondary" pending={portal.isOpening} onClick={portal.open}>
              Pay now
            </Button>
          )
        }
      >
        Your plan continues until {formatDate(billing.graceEndsAt)}. Pay the open bill or update your card by then to keep it.
      </PlanNotice>
    )}
    {billing.liveSubscriptions > 1 && (
      <PlanNotice
        tone="danger"
        title={billing.liveSubscriptions === 2 ? 'You have two subscriptions' : `You have ${billing.liveSubscriptions} subscriptions`}
        action={
          billing.canManage && (
            <Button variant="secondary" pending={portal.isOpening} onClick={portal.open}>
              View subscriptions
            </Button>
          )
        }
      >
        Each one is charged separately. Cancel the ones you don't need.
      </PlanNotice>
    )}
  </>
)
