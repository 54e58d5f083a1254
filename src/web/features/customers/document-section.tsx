import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const pageSize = 10

type Props<Row> = {
  title: string
  /** How many there are in all; undefined until it is known. */
  count: number | undefined
  queryKey: readonly unknown[]
  fetch: (page: { limit: number; after: string | undefined }, signal: AbortSignal) => Promise<Page<Row[]>>
  empty: string
  rows: (rows: Row[]) => ReactNode
}

/** The newest of a customer's papers or expenses, and the rest when it is asked for. */
export const DocumentSection = <Row,>({ title, count, queryKey, fetch, empty, rows }: Props<Row>) => {
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch({ limit: pageSize, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const found = pages.data?.pages.flatMap((page) => page.rows)
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">
        {title} {count !== undefined && <span className="font-normal text-muted tabular-nums">{count.toLocaleString('en-US')}</span>}
      </h3>
      <Card className="overflow-hidden p-0 sm:p-0">
        {pages.isError && !found ? (
          <LoadError error={pages.error} retry={() => void pages.refetch()} />
        ) : !found ? (
          <div className="grid gap-4 p-4" role="status" aria-label={`Loading ${title.toLowerCase()}...`}>
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
          </div>
        ) : found.length === 0 ? (
          <p className="px-4 py-6 text-center text-muted text-sm">{empty}</p>
        ) : (
          rows(found)
        )}
      </Card>
      {pages.hasNextPage && (
        <div className="mt-3 text-center">
          <Button variant="secondary" size="sm" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}
