import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { entryKindLabels } from '#shared/books.ts'
import type { FigureDocumentsWire, FigureRef } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { documentsQuery } from '#web/features/reports/query/queries.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Row = FigureDocumentsWire['rows'][number]

export const FigureDocuments = ({ figure }: { figure: FigureRef }) => {
  const pages = useInfiniteQuery(documentsQuery(figure))
  const homeCurrency = useHomeCurrency()
  const currency = figure.currency ?? homeCurrency
  const last = pages.data?.pages.at(-1)
  if (pages.isError && !last) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  if (!last)
    return (
      <div role="status" aria-label="Loading the documents..." className="grid gap-5 p-5">
        <Skeleton className="h-6 w-2/3" />
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-9" />
        ))}
      </div>
    )
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section aria-label="Documents" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-(--safe-bottom)">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 bg-sunken px-4 py-3 sm:px-5">
        <span className="text-muted text-sm">
          {last.count.toLocaleString('en-US')} {last.count === 1 ? 'document' : 'documents'}
        </span>
        <strong className="font-semibold text-lg tabular-nums [overflow-wrap:anywhere]">{formatMoney(last.sum, currency)}</strong>
      </p>
      {rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-muted text-sm">No documents in this figure.</p>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an invoice can occur twice, and rows are only appended
            <DocumentLine key={index} row={row} currency={currency} isByDueDate={figure.of === 'receivable'} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <div className="flex flex-col items-center gap-2 border-line border-t px-4 py-4">
          <p className="text-[0.8125rem] text-muted">
            {rows.length.toLocaleString('en-US')} of {last.count.toLocaleString('en-US')} are shown.
          </p>
          <Button variant="secondary" size="sm" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {pages.isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
        </div>
      )}
    </section>
  )
}

type LineProps = {
  row: Row
  currency: Currency
  /** Balances due are sorted by due date, so that date is shown. */
  isByDueDate: boolean
}

const DocumentLine = ({ row: { kind, title, name, day, amount, path }, currency, isByDueDate }: LineProps) => (
  <li className="relative flex items-baseline justify-between gap-4 px-4 py-2.5 hover:bg-sunken sm:px-5">
    <div className="min-w-0">
      {path ? (
        <Link
          href={path}
          title={title}
          className="-my-1 block truncate py-1 font-medium text-sm underline-offset-2 after:absolute after:inset-0 hover:text-accent hover:underline"
          dir="auto"
        >
          {title}
        </Link>
      ) : (
        <p className="truncate font-medium text-sm" title={title}>
          <bdi>{title}</bdi> <span className="font-normal text-muted">(deleted)</span>
        </p>
      )}
      <p className="truncate text-[0.8125rem] text-muted" title={name ?? undefined}>
        {entryKindLabels[kind]} ·{' '}
        <span className="tabular-nums">
          {isByDueDate && 'due '}
          {formatDay(day)}
        </span>
        {name && (
          <>
            {' '}
            · <bdi>{name}</bdi>
          </>
        )}
      </p>
    </div>
    <span className="shrink-0 whitespace-nowrap text-right font-medium text-sm tabular-nums">{formatMoney(amount, currency)}</span>
  </li>
)
