import type { ReactNode } from 'react'
import { CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

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

type Props = { title: string; note?: ReactNode; children?: ReactNode }

export const CardHeader = ({ title, note, children }: Props) => (
  <div className="flex min-h-14 items-center justify-between gap-3 border-line border-b px-4 py-2 sm:px-5">
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <CardTitle>{title}</CardTitle>
      {note && <span className="text-muted text-sm tabular-nums">{note}</span>}
    </div>
    <div className="flex shrink-0 items-center font-medium text-accent text-sm pointer-coarse:min-h-11 [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center [&_a]:underline-offset-2 [&_a]:pointer-coarse:min-h-11 [&_a:hover]:underline">
      {children}
    </div>
  </div>
)
