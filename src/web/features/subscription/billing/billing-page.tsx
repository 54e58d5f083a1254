import { useQuery } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import { mayCreateInvoice, trialInvoices } from '#shared/plans.ts'
import { type BillingWire, refreshStanding, useBilling } from '#web/features/subscription/api.ts'
import { includedFeatures, premiumFeatures, trialFeature } from '#web/features/subscription/plan-labels.ts'
import { FeatureList, PlanNotice } from '#web/features/subscription/plan-parts.tsx'
import { call } from '#web/lib/api/client.ts'
import { formatInstantDay } from '#web/lib/format/instant.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusCard } from './status-card.tsx'
import { clearPortalOpened, isBackFromPortal, type Portal, usePortal, useRestored } from './use-portal.ts'

/**
 * On each visit of a subscriber, so that changes made at the provider show at once. If it doesn't answer, the stored state is shown.
 * @returns whether to wait for the answer: only after returning from the portal, where something may have changed
 */
const useVerifySubscription = (billing: BillingWire | undefined): boolean => {
  const [isReturning, setIsReturning] = useState(isBackFromPortal)
  const [visit, setVisit] = useState(1)
  useRestored(() => {
    setIsReturning(isBackFromPortal())
    setVisit((n) => n + 1)
  })
  const verified = useQuery({
    queryKey: [subscriptionEndpoints.verify.path, 'billing', visit],
    queryFn: async ({ signal }) => {
      try {
        return await call(subscriptionEndpoints.verify, { signal })
      } finally {
        if (!signal.aborted) {
          clearPortalOpened()
          await refreshStanding()
        }
      }
    },
    enabled: isReturning || billing?.canManage === true,
    gcTime: 0,
  })
  return isReturning && verified.isPending
}

/** A failed payment, or two subscriptions at once. */
const Notices = ({ billing, portal }: { billing: BillingWire; portal: Portal }) => (
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
        Your plan continues until {formatInstantDay(billing.graceEndsAt)}. Pay the open bill or update your card by then to keep it.
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

/** Unlimited invoices are among the premium features, which a subscriber has. */
const listCurrent = (status: string): readonly string[] => {
  if (status === 'active') return includedFeatures
  return [status === 'canceled' ? 'Your invoices: view, get paid and export' : trialFeature, ...includedFeatures]
}

const Features = ({ status }: { status: string }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Card className="sm:p-6">
      <CardTitle className="mb-3">Current Features</CardTitle>
      <FeatureList label="Current features" features={listCurrent(status)} />
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
