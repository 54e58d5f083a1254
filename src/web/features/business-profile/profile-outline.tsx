import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Has the form's shape, so that nothing jumps when it comes. */
export const ProfileSkeleton = () => (
  <div role="status" aria-label="Loading the form" className="grid min-h-dvh items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
    <div className="grid content-start gap-4 sm:gap-6">
      {[
        ['business', 8],
        ['address', 5],
        ['style', 6],
      ].map(([card, fields]) => (
        <Card key={card}>
          <Skeleton className="h-6 w-32" />
          <div className="mt-5 grid gap-4 sm:grid-cols-2">
            {Array.from({ length: Number(fields) }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <Skeleton key={i} className="h-15" />
            ))}
          </div>
        </Card>
      ))}
    </div>
    <div className="hidden gap-3 xl:grid">
      <Skeleton className="h-9" />
      <Skeleton className="aspect-[8.5/11] w-full" />
    </div>
  </div>
)
