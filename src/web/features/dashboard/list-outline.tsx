import { Skeleton } from '../../ui/skeleton.tsx'

/** Five lines to come. */
export const ListOutline = () => (
  <div className="grid" aria-hidden>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <div key={key} className="flex h-16 items-center justify-between gap-4 px-4 sm:px-5">
        <Skeleton className="h-9 w-1/2" />
        <Skeleton className="h-6 w-20" />
      </div>
    ))}
  </div>
)
