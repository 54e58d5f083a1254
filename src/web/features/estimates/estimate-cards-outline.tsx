import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Six cards to come. */
export const EstimateCardsSkeleton = () => (
  <div aria-hidden className="grid @4xl:grid-cols-3 @xl:grid-cols-2 grid-cols-1 gap-3 sm:gap-4">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Card key={key} className="grid gap-3">
        <div className="flex justify-between gap-3">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-6 w-18" />
        </div>
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-6" />
        <Skeleton className="mt-1 h-9 w-40" />
      </Card>
    ))}
  </div>
)
