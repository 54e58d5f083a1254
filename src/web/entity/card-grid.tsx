import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A responsive grid of cards. */
export const CardGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">{children}</div>
)

/** Placeholder of six loading cards with `lines` lines each. */
export const CardGridSkeleton = ({ lines }: { lines: number }) => (
  <CardGrid>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Card key={key} aria-hidden>
        <Skeleton className="h-6 w-2/3" />
        <div className="mt-4 grid gap-3">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have a fixed order
            <Skeleton key={line} className="h-4" />
          ))}
        </div>
        <Skeleton className="mt-5 h-8 w-36" />
      </Card>
    ))}
  </CardGrid>
)
