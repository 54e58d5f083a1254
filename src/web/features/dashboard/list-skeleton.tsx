import { Skeleton } from '#web/ui/skeleton.tsx'

/** Lines to come. */
export const ListSkeleton = ({ count = 5 }: { count?: number }) => (
  <div className="grid" aria-hidden>
    {Array.from({ length: count }, (_, line) => line).map((line) => (
      <div key={line} className="flex h-16 items-center justify-between gap-4 px-4 sm:px-5">
        <Skeleton className="h-9 w-1/2" />
        <Skeleton className="h-6 w-20" />
      </div>
    ))}
  </div>
)
