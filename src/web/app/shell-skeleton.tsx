import { getShellText } from '#shared/shell-text.ts'
import { Brand } from '#web/ui/brand.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Laid out like the app so that nothing shifts. Until it renders, index.html shows the same layout. */
export const ShellSkeleton = () => {
  const { heading, firstLine } = getShellText(location.pathname) ?? { heading: '', firstLine: '' }
  return (
    <div className="min-h-dvh bg-canvas lg:pl-60" role="status" aria-label="Loading">
      <div className="fixed inset-y-0 left-0 hidden w-60 border-line border-r bg-surface px-5 py-4 lg:block">
        <Brand />
        <div className="mt-8 grid gap-4">
          {['w-24', 'w-20', 'w-28', 'w-32', 'w-26'].map((width) => (
            <Skeleton key={width} className={`h-5 ${width}`} />
          ))}
        </div>
      </div>
      <div className="border-line border-b bg-surface pt-(--safe-top)">
        <div className="mx-auto flex h-14 max-w-7xl items-center pr-2 pl-4 sm:px-6">
          <p className="truncate font-semibold text-lg tracking-tight lg:text-xl">{heading}</p>
        </div>
      </div>
      <div className="mx-auto w-full max-w-7xl p-4 sm:p-6">
        <p className="mb-4 min-h-6 text-muted sm:mb-5">{firstLine}</p>
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  )
}

export const PageSkeleton = () => (
  <div className="mx-auto w-full max-w-7xl p-4 sm:p-6" aria-hidden>
    <Skeleton className="h-9 w-64 max-w-full" />
    <Skeleton className="mt-5 h-64 w-full" />
  </div>
)
