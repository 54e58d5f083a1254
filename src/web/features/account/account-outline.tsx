import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NameFormSkeleton } from './profile-section.tsx'

/** Has the page's shape, so that nothing jumps when it comes. */
export const AccountSkeleton = () => (
  <div role="status" aria-label="Loading your account" className="grid min-h-dvh max-w-3xl content-start gap-4 sm:gap-6">
    <Card className="sm:p-6">
      <Skeleton className="h-6 w-24" />
      <Skeleton className="mt-2 mb-4 h-5 w-96 max-w-full" />
      <NameFormSkeleton />
    </Card>
    {['a', 'b', 'c'].map((key) => (
      <Card key={key} className="sm:p-6">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-2 h-5 w-80 max-w-full" />
        <Skeleton className="mt-4 h-9 w-36" />
      </Card>
    ))}
  </div>
)
