import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { entryKindLabels } from '#shared/books.ts'
import type { FigureDocumentsWire, FigureRef } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { documentsQuery } from '#web/features/reports/query/queries.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { getFigurePeriod, getFigureTitle } from './figure-labels.ts'

type Row = FigureDocumentsWire['rows'][number]

const FigureDocuments = ({ figure }: { figure: FigureRef }) => {
  const pages = useInfiniteQuery(documentsQuery(figure))
  const homeCurrency = useHomeCurrency()
  const currency = figure.currency ?? homeCurrency
  const last = pages.data?.pages.at(-1)
  if (pages.isError && !last) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  if (!last)
    return (
      <div role="status" aria-label="Loading the documents..." className="grid gap-5 p-5">
        <Skeleton className="h-6 w-2/3" />
        <SkeletonRows count={5} row="h-9" className="grid gap-5" />
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

type Props = { figure: FigureRef; open: boolean; onClose: () => void; returnTo: RefObject<HTMLElement | null> }

/** 'Quebec: QST'; undefined without one. */
const useTaxName = ({ taxRateId, taxComponent }: FigureRef): string | undefined => {
  const { data } = useQuery({ ...taxRatesQuery, enabled: taxRateId !== undefined })
  const rate = data?.find(({ id }) => id === Number(taxRateId))
  const component = rate?.components.length === 1 ? undefined : rate?.components[Number(taxComponent) - 1]
  return component ? `${rate!.name}: ${component.name}` : rate?.name
}

export default function FigurePanel({ figure, open, onClose, returnTo }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const tax = useTaxName(figure)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Dialog.Content
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            heading.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const to = returnTo.current?.isConnected ? returnTo.current : document.querySelector<HTMLElement>('main')
            to?.focus({ preventScroll: true })
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-full flex-col bg-surface pr-(--safe-right) max-sm:pl-(--safe-left) shadow-raised outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in sm:w-128 sm:border-line sm:border-l"
        >
          <div className="relative mt-(--safe-top) shrink-0 border-line border-b px-4 py-3.5 pr-14 sm:px-5">
            <Dialog.Title ref={heading} tabIndex={-1} className="font-semibold text-lg leading-7 outline-none [overflow-wrap:anywhere]">
              {[getFigureTitle(figure), tax].filter(Boolean).join(', ')}
            </Dialog.Title>
            <Dialog.Description className="text-muted text-sm">{getFigurePeriod(figure)}</Dialog.Description>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" className="absolute top-2.5 right-2 pointer-coarse:top-1.5" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <FigureDocuments figure={figure} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
