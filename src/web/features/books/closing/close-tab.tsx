import { useQuery } from '@tanstack/react-query'
import { Lock, LockOpen } from 'lucide-react'
import { formatDay } from '#shared/dates.ts'
import { closingsQuery } from '#web/features/books/query/queries.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CloseForm } from './close-form.tsx'
import { Closings } from './closings.tsx'
import { listMonthEnds } from './month-ends.ts'

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
