import type { ReactNode } from 'react'
import { CardTitle } from '#web/ui/card.tsx'

type Props = { title: string; note?: ReactNode; children?: ReactNode }

/** A card's title, what it comes to, and the way to all of it: the link that stands in it. */
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
