import { PartyPopper } from 'lucide-react'
import { Link } from 'wouter'
import { mayCreateInvoice, trialInvoices } from '#shared/plans.ts'
import { useBilling } from '#web/features/subscription/api.ts'
import { FeatureList } from '#web/features/subscription/feature-list.tsx'
import { includedFeatures, premiumFeatures, trialFeature } from '#web/features/subscription/plan-labels.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Notices } from './notices.tsx'
import { StatusCard } from './status-card.tsx'
import { usePortal } from './use-portal.ts'
import { useVerifySubscription } from './use-verify-subscription.ts'

const TrialComplete = ({ canSubscribe }: { canSubscribe: boolean }) => (
  <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 border-accent sm:p-6">
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
      <PartyPopper className="size-5" aria-hidden />
    </span>
    <div className="min-w-0 flex-1 basis-64">
      <CardTitle>Trial Complete</CardTitle>
      <p className="mt-0.5 text-pretty text-muted text-sm">
        You have used all {trialInvoices} free invoices. Upgrade to create more; everything else keeps working.
      </p>
    </div>
    {canSubscribe && (
      <Link href="/subscribe?from=trial-expired" asChild>
        <ButtonLink variant="secondary">Choose Plan</ButtonLink>
      </Link>
    )}
  </Card>
)

const invoices = (status: string): string[] => {
  if (status === 'active') return ['Unlimited invoices']
  return [status === 'canceled' ? 'Your invoices: view, get paid and export' : trialFeature]
}

const Features = ({ status }: { status: string }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Card className="sm:p-6">
      <CardTitle className="mb-3">Current Features</CardTitle>
      <FeatureList label="Current features" features={[...invoices(status), ...includedFeatures]} />
    </Card>
    <Card className="sm:p-6">
      <CardTitle>Premium Features</CardTitle>
      <p className="mt-0.5 mb-3 text-muted text-sm">{status === 'active' ? 'All included in your plan.' : 'Included with a plan.'}</p>
      <FeatureList label="Premium features" features={premiumFeatures} />
    </Card>
  </div>
)

const BillingSkeleton = () => (
  <div role="status" aria-label="Loading billing" className="grid gap-4">
    <Card className="sm:p-6">
      <Skeleton className="h-7 w-44" />
      <Skeleton className="mt-2 h-5 w-56" />
      <Skeleton className="mt-6 h-9" />
      <Skeleton className="mt-5 h-6 w-64 max-w-full" />
    </Card>
    <div className="grid gap-4 sm:grid-cols-2">
      {['current', 'premium'].map((list) => (
        <Card key={list} className="sm:p-6">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-4 h-40" />
        </Card>
      ))}
    </div>
  </div>
)

const BillingPage = () => {
  const billing = useBilling()
  const isVerifying = useVerifySubscription(billing.data)
  const portal = usePortal()
  const { data } = billing
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Billing" text="Your plan, its price and renewal date." />
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
