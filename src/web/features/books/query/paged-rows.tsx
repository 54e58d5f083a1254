import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loaded } from '#web/ui/load-error.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'

type Props<Row> = {
  pages: UseInfiniteQueryResult<InfiniteData<{ rows: readonly Row[] }>>
  /** 'Loading the journal...' */
  label: string
  /** Other rows are loading. */
  isStale?: boolean
  /** Instead of no rows. */
  empty?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows that were loaded so far, and a button for more. */
export const PagedRows = <Row,>({ pages, label, isStale = false, empty, children }: Props<Row>) => {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const skeleton = (
    <div role="status" aria-label={label}>
      <TableSkeleton />
    </div>
  )
  return (
    <Loaded query={pages} fallback={skeleton}>
      {(data) => {
        const rows = data.pages.flatMap((page) => page.rows)
        if (rows.length === 0 && empty) return empty
        return (
          <div aria-busy={isStale || undefined} className={cx('transition-opacity', isStale && 'opacity-60')}>
            <Card className="overflow-hidden p-0 sm:p-0">{children(rows)}</Card>
            {hasNextPage && (
              <div className="mt-4 flex flex-col items-center gap-2 text-center">
                {isFetchNextPageError && (
                  <p role="alert" className="text-danger text-sm">
                    Couldn't load more.
                  </p>
                )}
                <Button variant="secondary" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {isFetchNextPageError ? 'Try again' : 'Load more'}
                </Button>
              </div>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
