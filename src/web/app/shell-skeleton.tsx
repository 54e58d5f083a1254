import { Skeleton } from '../ui/skeleton.tsx'
import { Brand } from './brand.tsx'

/** The app's outline while it loads: nothing moves when the content arrives. */
export const ShellSkeleton = () => (
  <div className="min-h-dvh bg-canvas lg:pl-60" role="status" aria-label="Loading">
    <div className="fixed inset-y-0 left-0 hidden w-60 border-line border-r bg-surface px-5 py-4 lg:block">
      <Brand />
      <div className="mt-8 grid gap-4">
        {['w-24', 'w-20', 'w-28', 'w-32', 'w-26'].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    </div>
    <div className="h-(--head) border-line border-b bg-surface" />
    <PageSkeleton />
  </div>
)

/** A page's outline while its file loads. */
export const PageSkeleton = () => (
  <div className="mx-auto w-full max-w-7xl p-4 sm:p-6" aria-hidden>
    <Skeleton className="h-9 w-64 max-w-full" />
    <Skeleton className="mt-5 h-64 w-full" />
  </div>
)
