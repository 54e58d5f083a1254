import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccountBalancesWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import type { BooksView } from '#web/features/books/query/books-params.ts'
import { basisLabels } from '#web/features/books/query/filters.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = {
  title: string
  view: BooksView
  balances: UseQueryResult<AccountBalancesWire>
  children: (accounts: AccountBalancesWire['accounts']) => ReactNode
}

/** The only part of the page that is printed. */
export const StatementCard = ({ title, view: { day, basis }, balances, children }: Props) => {
  if (balances.isError && !balances.data)
    return (
      <Card>
        <LoadError error={balances.error} retry={() => void balances.refetch()} />
      </Card>
    )
  const isStale = balances.isPlaceholderData
  return (
    <Card data-print aria-busy={isStale || undefined} className={cx('transition-opacity sm:p-6', isStale && 'opacity-60')}>
      <h2 className="font-semibold text-lg leading-7 tracking-tight print:text-2xl">{title}</h2>
      <p className="mb-4 text-[0.8125rem] text-muted">
        As of {formatDay(day)} · {basisLabels[basis]} basis
      </p>
      {balances.data ? (
        children(balances.data.accounts)
      ) : (
        <div role="status" aria-label={`Loading the ${title.toLowerCase()}...`} className="grid">
          {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
            <span key={key} className="flex h-10 items-center justify-between gap-8 border-line border-b last:border-b-0">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-4 w-24" />
            </span>
          ))}
        </div>
      )}
    </Card>
  )
}
