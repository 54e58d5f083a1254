import type { ReportWire } from '#shared/api/reports.ts'
import { parseCents } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { Chart } from '../../charts/chart.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { useSaveReport } from './export-menu.tsx'
import { Headline } from './headline.tsx'
import { EmptyReport, isEmptyReport } from './nothing-yet.tsx'
import { formatAsOf, formatRange } from './range-words.ts'
import type { ReportRequest } from './report-address.ts'
import { ReportTable } from './report-table.tsx'
import { SendStatement } from './send-statement.tsx'

type Props = {
  report: ReportWire
  asked: ReportRequest
  /** It is the one before, while the next is on its way. */
  isStale: boolean
  showAll: (range: Range) => void
}

const basisWords = { accrual: 'Accrual basis', cash: 'Cash basis' }

/** One report: what it is of, its main figures, the chart, the table, and what they mean. The only thing on the page that is printed. */
export const ReportCard = ({ report, asked, isStale, showAll }: Props) => {
  const { title, range, previous, basis, customer, chart, table, notes } = report
  const { mutate, isPending } = useSaveReport()
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
            {/* On the screen the four figures have said it. */}
            {previous && <span className="hidden print:inline"> · compared with {formatRange(previous)}</span>}
          </p>
        </div>
        {customer && <SendStatement customer={customer} range={range} />}
      </div>
      <Headline report={report} />
      {isEmptyReport(report) ? (
        <EmptyReport range={range} showAll={showAll} />
      ) : (
        <>
          {chart && (
            <div className="mb-5 break-inside-avoid">
              <Chart
                title={`${title}, ${formatRange(range)}`}
                series={chart.series}
                points={chart.points.map(({ label, values }) => ({ label, values: values.map(parseCents) }))}
                isStacked={chart.isStacked}
                tones={report.type === 'expenses' ? ['warn'] : undefined}
              />
            </div>
          )}
          <ReportTable table={table} label={title} />
          {table.isCut && (
            <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">
              There are more rows than are shown here. The CSV file has all of them.
              <Button
                variant="secondary"
                size="sm"
                className="print:hidden"
                pending={isPending}
                onClick={() => mutate({ asked, format: 'csv' })}
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
