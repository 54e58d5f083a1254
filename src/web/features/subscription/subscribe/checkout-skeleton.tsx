import type { SubscriptionPlan } from '#shared/plans.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'

/** The usual height of the card fields, so that nothing moves when they load. */
export const fieldsHeight = 'min-h-82 sm:min-h-72'

export const FieldsSkeleton = () => (
  <div aria-hidden className="grid content-start gap-4">
    <Skeleton className="h-9" />
    <Skeleton className="h-18" />
    <div className="grid grid-cols-2 gap-3">
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
    </div>
    <Skeleton className="h-12 w-3/4" />
  </div>
)

export const FormSkeleton = () => (
  <div role="status" aria-label="Loading the card form">
    <div className={fieldsHeight}>
      <FieldsSkeleton />
    </div>
    <Skeleton className="mt-5 h-12" />
    <Skeleton className="mx-auto mt-3 h-5 w-56" />
  </div>
)

export const CheckoutSkeleton = ({ plan }: { plan: SubscriptionPlan }) => (
  <CheckoutFrame plan={plan} billing={undefined}>
    <FormSkeleton />
  </CheckoutFrame>
)
