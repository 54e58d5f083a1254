import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { More } from '#web/kit/list/record-list.tsx'
import { toList } from '#web/kit/list/use-list.ts'
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
  const { more } = toList(pages)
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
            {more && <More {...more} label="Load more" />}
          </div>
        )
      }}
    </Loaded>
  )
}
