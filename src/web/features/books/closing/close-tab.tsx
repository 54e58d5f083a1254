import { useQuery } from '@tanstack/react-query'
import { Lock, LockOpen } from 'lucide-react'
import type { BookClosingWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import { closingsQuery } from '#web/features/books/query/queries.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { formatInstant } from '#web/lib/format/instant.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CloseForm, listMonthEnds } from './close-form.tsx'

export const CloseTab = () => {
  const closings = useQuery(closingsQuery)
  if (closings.isError && !closings.data) return <LoadError error={closings.error} retry={() => void closings.refetch()} />
  const { data } = closings
  const monthEnds = data && listMonthEnds(getToday(), data.closedThrough)
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4 sm:gap-5">
        <Status closedThrough={data?.closedThrough} />
        {monthEnds ? (
          <CloseForm key={data.closedThrough} monthEnds={monthEnds} />
        ) : (
          <Card role="status" aria-label="Loading the closings..." className="sm:p-6">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="mt-4 h-96" />
          </Card>
        )}
      </div>
      <Closings closings={data?.closings} />
    </div>
  )
}

/** Undefined while loading. */
const Status = ({ closedThrough }: { closedThrough: string | null | undefined }) => {
  const Icon = closedThrough ? Lock : LockOpen
  return (
    <Card className="flex items-center gap-3">
      <span
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded-full',
          closedThrough ? 'bg-good-soft text-good' : 'bg-sunken text-muted',
        )}
      >
        <Icon className="size-5" aria-hidden />
      </span>
      {closedThrough === undefined ? (
        <Skeleton className="h-6 w-64 max-w-full" />
      ) : (
        <div>
          <p className="font-semibold">
            {closedThrough ? `Books are closed through ${formatDay(closedThrough)}` : 'Nothing is closed yet'}
          </p>
          <p className="text-pretty text-muted text-sm">
            {closedThrough ? 'Nothing dated through then can be added, changed or deleted.' : 'Close a month once its figures are final.'}
          </p>
        </div>
      )}
    </Card>
  )
}

const fingerprintLength = 12
const loadReopen = () => import('./reopen-dialog.tsx')

/** Newest first; undefined while loading. Only the newest one that is not reopened can be. */
const Closings = ({ closings }: { closings: readonly BookClosingWire[] | undefined }) => {
  const { show, dialog } = useLazyDialog(loadReopen)
  const closed = closings?.filter(({ reopenedAt }) => reopenedAt === null) ?? []
  const [newest, before] = closed
  return (
    <section aria-labelledby="closings">
      <Card className="p-0 sm:p-0">
        <div className="border-line border-b px-4 py-3.5 sm:px-6">
          <CardTitle id="closings">Closings</CardTitle>
          <p className="text-pretty text-muted text-sm">A fingerprint shows that no closed entry has changed since.</p>
        </div>
        {!closings ? (
          <div className="grid gap-3 px-4 py-4 sm:px-6">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        ) : closings.length === 0 ? (
          <p className="px-4 py-6 text-muted text-sm sm:px-6">No closings yet. Each is listed here with who closed the books, and when.</p>
        ) : (
          <ul aria-labelledby="closings" className="divide-y divide-line">
            {closings.map((closing) => (
              <Closing
                key={closing.id}
                closing={closing}
                reopen={closing === newest ? () => void show({ closing, before: before?.throughDay ?? null }) : undefined}
              />
            ))}
          </ul>
        )}
      </Card>
      {dialog}
    </section>
  )
}

const Closing = ({ closing, reopen }: { closing: BookClosingWire; reopen: (() => void) | undefined }) => {
  const { throughDay, closedBy, closedAt, reopenedAt, reopenedBy, reason, journalHash } = closing
  return (
    <li className="px-4 py-3.5 text-sm sm:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          Through {formatDay(throughDay)} {reopenedAt !== null && <Badge>Reopened</Badge>}
        </p>
        {reopen && (
          <Button variant="secondary" size="sm" onClick={reopen}>
            <LockOpen aria-hidden /> Reopen...
          </Button>
        )}
      </div>
      <p className="mt-0.5 text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
        Closed by <bdi>{closedBy}</bdi>, {formatInstant(closedAt)}
      </p>
      <p className="text-[0.8125rem] text-muted">
        Fingerprint{' '}
        <code title={journalHash} className="font-mono text-ink">
          {journalHash.slice(0, fingerprintLength)}
        </code>
      </p>
      {reopenedAt !== null && (
        <p className="mt-1.5 rounded-md bg-sunken px-3 py-2 text-[0.8125rem] [overflow-wrap:anywhere]">
          Reopened by <bdi>{reopenedBy}</bdi>, {formatInstant(reopenedAt)}: <bdi>{reason}</bdi>
        </p>
      )}
    </li>
  )
}
