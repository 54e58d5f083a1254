import { ChartColumn, Mail } from 'lucide-react'
import { formatChange } from '#shared/captions.ts'
import type { ReportWire } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney, parseSum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart, type SeriesColor } from '#web/ui/charts/chart.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSaveReport } from './export-menu.tsx'
import { FigureButton } from './figures/figure-button.tsx'
import { formatAsOf, formatRange, type ReportRequest } from './query/report-params.ts'
import { hasSummaryCards } from './summary-cards.tsx'
import { ReportTable } from './table/report-table.tsx'

const isZero = ({ amount, count }: { amount?: string | undefined; count?: number | undefined }) =>
  (amount === undefined || parseSum(amount) === 0n) && (count ?? 0) === 0

const isEmptyReport = ({ headline, table }: ReportWire): boolean =>
  headline.every(isZero) && table.rows.every(({ cells }) => cells.every(isZero))

const EmptyReport = ({ range, showAll }: { range: Range; showAll: (range: Range) => void }) => {
  const openCreateInvoice = useNewDocument('invoice')
  // Balances due are as of today even then.
  const isAll = range.from === allTime.from && range.to >= getToday()
  return (
    <div className="print:hidden">
      <EmptyState
        icon={<ChartColumn aria-hidden />}
        title={isAll ? 'Nothing to report yet' : 'Nothing to report in this period'}
        text="This report fills in as you send invoices, get paid and record expenses."
        action={
          <>
            <Button onClick={() => openCreateInvoice()}>Create an invoice</Button>
            {!isAll && (
              <Button variant="secondary" onClick={() => showAll(allTime)}>
                Show all time
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}

const load = () => import('./statement/statement-dialog.tsx')

type SendStatementProps = { customer: NonNullable<ReportWire['customer']>; range: ReportWire['range'] }

const SendStatement = ({ customer, range }: SendStatementProps) => {
  const { show, dialog } = useLazyDialog(load)
  return (
    <>
      <Button variant="secondary" className="max-sm:w-full print:hidden" onClick={() => void show({ customer, range })}>
        <Mail aria-hidden /> Send by Email
      </Button>
      {dialog}
    </>
  )
}

const Headlines = ({ report: { headline } }: { report: ReportWire }) => {
  const lines = [...Map.groupBy(headline, ({ currency }) => currency)]
  return lines.map(([currency, figures]) => (
    <Headline key={currency ?? ''} headline={figures} currency={currency} isAligned={lines.length > 1} />
  ))
}

type HeadlineProps = Pick<ReportWire, 'headline'> & {
  currency: Currency | undefined
  /** The figures stand below those of another line. */
  isAligned: boolean
}

const Headline = ({ headline, currency, isAligned }: HeadlineProps) => {
  const homeCurrency = useHomeCurrency()
  return (
    <dl
      className={cx(
        'my-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-3',
        isAligned ? 'sm:grid-cols-[repeat(auto-fill,9rem)]' : 'sm:flex sm:flex-wrap sm:gap-x-10',
      )}
    >
      {headline.map(({ label, amount, count, previous, figure }) => (
        <div key={label} className="min-w-0">
          <dt className="text-[0.8125rem] text-muted">{label}</dt>
          <dd className={cx('font-semibold text-base tabular-nums leading-7 [overflow-wrap:anywhere]', !isAligned && 'sm:text-lg')}>
            {amount !== undefined ? (
              <FigureButton figure={figure} isZero={parseSum(amount) === 0n} className="text-left">
                {formatMoney(amount, currency ?? homeCurrency)}
              </FigureButton>
            ) : (
              count?.toLocaleString('en-US')
            )}
          </dd>
          {amount !== undefined && previous !== null && (
            <dd className="text-[0.8125rem] text-muted">{formatChange(parseSum(amount), parseSum(previous), 'period')}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

type Props = {
  report: ReportWire
  request: ReportRequest
  /** Shown while the next report loads. */
  isStale: boolean
  showAll: (range: Range) => void
}

/** Expenses have the same calm color everywhere. */
const tones: Partial<Record<ReportWire['type'], readonly SeriesColor[]>> = {
  expenses: ['control'],
  'profit-loss': ['accent', 'control'],
}

const basisWords = { accrual: 'Accrual basis', cash: 'Cash basis' }

/** The only part of the page that is printed. */
export const ReportCard = ({ report, request, isStale, showAll }: Props) => {
  const { title, range, previous, basis, customer, chart, table, notes } = report
  const { mutate, isPending } = useSaveReport()
  const currency = useHomeCurrency()
  return (
    <Card data-print aria-busy={isStale || undefined} className={cx('transition-opacity', isStale && 'opacity-60')}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold text-lg leading-7 tracking-tight [overflow-wrap:anywhere] print:text-2xl">
            {title}
            {customer && (
              <>
                : <bdi>{customer.name}</bdi>
              </>
            )}
          </h2>
          <p className="text-[0.8125rem] text-muted">
            {[report.type === 'receivables' ? formatAsOf(range.to) : formatRange(range), basis && basisWords[basis]]
              .filter(Boolean)
              .join(' · ')}
            {/* On the screen the summary cards show it, where there are any. */}
            {previous && report.type !== 'statement' && (
              <span className={cx(hasSummaryCards(report.type) && 'hidden print:inline')}> · compared with {formatRange(previous)}</span>
            )}
          </p>
        </div>
        {customer && <SendStatement customer={customer} range={range} />}
      </div>
      <Headlines report={report} />
      {isEmptyReport(report) ? (
        <EmptyReport range={range} showAll={showAll} />
      ) : (
        <>
          {chart && (
            <div className="mb-5 break-inside-avoid">
              <Chart
                currency={currency}
                title={`${title}, ${formatRange(range)}`}
                series={chart.series}
                points={chart.points.map(({ label, values }) => ({ label, values: values.map(parseSum) }))}
                isStacked={chart.isStacked}
                tones={tones[report.type]}
              />
            </div>
          )}
          <ReportTable table={table} label={title} />
          {table.isCut && (
            <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">
              Not all rows are shown. The CSV file has all of them.
              <Button
                variant="secondary"
                size="sm"
                className="print:hidden"
                pending={isPending}
                onClick={() => mutate({ request, format: 'csv' })}
              >
                Export as CSV
              </Button>
            </p>
          )}
        </>
      )}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="mt-4 grid max-w-3xl gap-1 text-pretty text-[0.8125rem] text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
