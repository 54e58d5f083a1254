import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useBilling } from '#web/features/subscription/api.ts'
import { PlanNotice } from '#web/features/subscription/notice.tsx'
import { parsePlan } from '#web/features/subscription/plan-labels.ts'
import { getKnownUser, isDemo } from '#web/lib/session/current-user.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { PlanCards, PlanCardsSkeleton } from './plan-cards.tsx'
import { isLoadedHere } from './plan-paths.ts'
import { StatusNotice } from './status-notice.tsx'

const TrialExpiredBanner = () => (
  <div className="mb-6">
    <PlanNotice tone="warn">Your free trial has expired, please choose a plan to continue using the product</PlanNotice>
  </div>
)

const Checkout = lazy(() => import('./checkout.tsx'))

const SubscribePage = () => {
  const [query] = useSearchParams()
  const billing = useBilling()
  const plan = parsePlan(query.get('plan'))
  const isActive = (billing.data ?? getKnownUser())?.subscriptionStatus === 'active'
  const showsCheckout = plan !== undefined && !billing.isError && !isActive && billing.data?.canSubscribe !== false && !isDemo()
  return (
    <div className="mx-auto max-w-3xl">
      {query.get('from') === 'trial-expired' && !isActive && <TrialExpiredBanner />}
      {showsCheckout ? (
        isLoadedHere() ? (
          <Suspense fallback={<CheckoutSkeleton plan={plan} />}>
            <Checkout key={plan} plan={plan} billing={billing.data} />
          </Suspense>
        ) : billing.data ? (
          <ReloadPage />
        ) : (
          // Checked with the server first: a page served from this device's cache would reload itself again and again.
          <CheckoutSkeleton plan={plan} />
        )
      ) : (
        <>
          <PageHeader title="Plans" text="Your trial includes 10 invoices. Upgrade for unlimited." />
          {billing.data ? (
            <>
              <StatusNotice billing={billing.data} />
              <PlanCards billing={billing.data} query={query} />
            </>
          ) : billing.isError ? (
            <LoadError error={billing.error} retry={() => void billing.refetch()} />
          ) : (
            <PlanCardsSkeleton />
          )}
        </>
      )}
    </div>
  )
}

/** Back or a link inside the app led here, in a document that may not load the card provider's script. */
const ReloadPage = () => {
  useEffect(() => location.reload(), [])
  return null
}

export default SubscribePage
