import { mayCreateInvoice } from '#shared/plans.ts'
import { useBilling } from '#web/plans/use-billing.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LoadError } from '#web/ui/state.tsx'
import { BillingSkeleton } from './billing-outline.tsx'
import { Features } from './features.tsx'
import { Notices } from './notices.tsx'
import { StatusCard } from './status-card.tsx'
import { TrialComplete } from './trial-complete.tsx'
import { usePortal } from './use-portal.ts'
import { useVerifySubscription } from './use-verified.ts'

/** How the signed-in person stands with the product: plan, dates, and the way to the card provider's own pages. */
const BillingPage = () => {
  const billing = useBilling()
  const isVerifying = useVerifySubscription(billing.data)
  const portal = usePortal()
  const { data } = billing
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Billing" text="Your plan, what it costs, and when it renews." />
      {data && !isVerifying ? (
        <div className="grid gap-4">
          <Notices billing={data} portal={portal} />
          {data.subscriptionStatus === 'trial' && !mayCreateInvoice(data) && <TrialComplete canSubscribe={data.canSubscribe} />}
          <StatusCard billing={data} portal={portal} />
          <Features status={data.subscriptionStatus} />
        </div>
      ) : billing.isError && !data ? (
        <LoadError error={billing.error} retry={() => void billing.refetch()} />
      ) : (
        <BillingSkeleton />
      )}
    </div>
  )
}

export default BillingPage
