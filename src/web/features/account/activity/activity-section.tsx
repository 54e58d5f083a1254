import { useInfiniteQuery } from '@tanstack/react-query'
import { eventsQuery, type SecurityEventRow } from '#web/features/account/api/queries.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatEvent, formatEventSource } from './activity-labels.ts'

/** Lets the owner notice foreign access. */
export const ActivitySection = () => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery(eventsQuery)
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Section
      id="activity"
      title="Security activity"
      text="Sign-ins and security changes of the last 400 days. Entries can't be changed or deleted."
    >
      {rows ? (
        <>
          <Rows rows={rows} />
          {hasNextPage && (
            <Button variant="secondary" className="mt-4" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {isFetchNextPageError ? 'Try again' : 'Show more'}
            </Button>
          )}
        </>
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the security activity" className="grid gap-4 py-3">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-9" />
          ))}
        </div>
      )}
    </Section>
  )
}

const Rows = ({ rows }: { rows: readonly SecurityEventRow[] }) =>
  rows.length === 0 ? (
    <p className="text-sm">No activity yet.</p>
  ) : (
    <ul className="divide-y divide-line border-line border-y">
      {rows.map((row) => (
        <Line key={row.id} row={row} />
      ))}
    </ul>
  )

const Line = ({ row }: { row: SecurityEventRow }) => {
  const from = formatEventSource(row)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 text-sm">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className={cx('font-medium', row.kind === 'sign_in_refused' && 'text-warn')}>{formatEvent(row)}</span>
        {from && <span className="text-muted"> from {from}</span>}
      </p>
      <time dateTime={row.at} className="shrink-0 text-muted tabular-nums">
        {formatInstant(row.at)}
      </time>
    </li>
  )
}
