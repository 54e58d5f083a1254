import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The page's outline while it is asked for. */
export const BillingSkeleton = () => (
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
