import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Cards side by side, as many as the width allows. */
export const CardGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3">{children}</div>
)

/** Six cards to come; `lines` is how many lines of text each will have below its name. */
export const CardGridSkeleton = ({ lines }: { lines: number }) => (
  <CardGrid>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <Card key={key} aria-hidden>
        <Skeleton className="h-6 w-2/3" />
        <div className="mt-4 grid gap-3">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
            <Skeleton key={line} className="h-4" />
          ))}
        </div>
        <Skeleton className="mt-5 h-8 w-36" />
      </Card>
    ))}
  </CardGrid>
)
