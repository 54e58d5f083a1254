import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccountBalancesWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import { allTime } from '#shared/periods.ts'
import { type BooksView, useBooksParams } from '#web/features/books/query/books-params.ts'
import { BasisFilter, basisLabels } from '#web/features/books/query/filters.tsx'
import { balancesQuery } from '#web/features/books/query/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DayFilter } from '#web/ui/date/day-filter.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = {
  title: string
  children: (accounts: AccountBalancesWire['accounts'], view: BooksView) => ReactNode
}

/** Balances on a day. */
export const StatementTab = ({ title, children }: Props) => {
  const { view, set } = useBooksParams()
  const balances = useQuery(balancesQuery(view))
  const { data, isPlaceholderData: isStale } = balances
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
        <DayFilter label="As of" value={view.day} min={allTime.from} max={allTime.to} onChange={(day) => set({ day })} />
        <BasisFilter view={view} set={set} />
      </div>
      {balances.isError && !data ? (
        <Card>
          <LoadError error={balances.error} retry={() => void balances.refetch()} />
        </Card>
      ) : (
        // The only part of the page that is printed.
        <Card data-print aria-busy={isStale || undefined} className={cx('transition-opacity sm:p-6', isStale && 'opacity-60')}>
          <h2 className="font-semibold text-lg leading-7 tracking-tight print:text-2xl">{title}</h2>
          <p className="mb-4 text-[0.8125rem] text-muted">
            As of {formatDay(view.day)} · {basisLabels[view.basis]} basis
          </p>
          {data ? children(data.accounts, view) : <BalancesOutline label={`Loading the ${title.toLowerCase()}...`} />}
        </Card>
      )}
    </div>
  )
}

const BalancesOutline = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="grid">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <span key={key} className="flex h-10 items-center justify-between gap-8 border-line border-b last:border-b-0">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-24" />
      </span>
    ))}
  </div>
)
