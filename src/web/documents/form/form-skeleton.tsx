import { Skeleton } from '#web/ui/skeleton.tsx'

/** Has the form's dimensions, so that nothing moves when the form loads. */
export const FormSkeleton = () => (
  <div role="status" className="grid gap-6">
    <span className="sr-only">Loading the form...</span>
    <div className="grid gap-4 sm:grid-cols-2">
      {['customer', 'number', 'issue', 'due'].map((field) => (
        <Skeleton key={field} className="h-16" />
      ))}
    </div>
    <Skeleton className="h-24" />
    <div className="grid gap-6 md:grid-cols-[1fr_20rem]">
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  </div>
)
