import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'

/** Placeholder of a loading table. */
export const TableSkeleton = () => (
  <Card aria-hidden className="p-0 sm:p-0">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
      <div key={row} className="flex h-13 items-center gap-6 border-line border-b px-4 last:border-b-0">
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-32 max-sm:hidden" />
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-4 w-24 max-md:hidden" />
      </div>
    ))}
  </Card>
)
