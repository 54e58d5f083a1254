import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CalendarX2, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ReportSummaryWire } from '#shared/contract/reports.ts'
import { type Basis, bases, hasBasis } from '#shared/reports.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChartSkeleton } from '#web/ui/charts/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { FigureArea } from './figures/figure-button.tsx'
import { reportQuery, summaryQuery } from './query/queries.ts'
import { formatRange, isRangeReversed, type ReportView, toReportQuery, useReportParams } from './query/report-params.ts'
import { ReportCard } from './report-card.tsx'
import { hasSummaryCards, SummaryCards } from './summary-cards.tsx'
import { Toolbar } from './toolbar.tsx'

type Props = {
  view: ReportView
  set: ReturnType<typeof useReportParams>['set']
  summary: UseQueryResult<ReportSummaryWire>
}

const ReportBody = ({ view, set, summary }: Props) => {
  const request = toReportQuery(view)
  const report = useQuery(reportQuery(request))
  // The report is loaded and only the four summary cards failed, which gets its own message.
  const failed = report.isError && !report.data ? report : summary.isError && !summary.data ? summary : undefined
  const retry = () => {
    if (request) void report.refetch()
    if (summary.isError) void summary.refetch()
  }
  const shown = report.isPlaceholderData ? undefined : report.data
  return (
    <>
      {/* Focus stays on the control that chose the report: this says that it has come. */}
      <p role="status" className="sr-only">
        {shown && `${shown.title}, ${formatRange(shown.range)}`}
      </p>
      {failed && (
        <Card>
          <LoadError error={failed.error} retry={retry} />
        </Card>
      )}
      {!request ? (
        <Card>
          <EmptyState
            icon={<Users aria-hidden />}
            title="Choose a customer"
            text="A statement lists the customer's invoices, payments and balance due."
          />
        </Card>
      ) : report.data ? (
        <ReportCard
          report={report.data}
          request={request}
          isStale={report.isPlaceholderData}
          showAll={(range) => set({ period: '', ...range })}
        />
      ) : (
        !failed && <ReportOutline />
      )}
    </>
  )
}

const ReportOutline = () => (
  <Card role="status" aria-label="Loading the report...">
    <Skeleton className="h-7 w-56 max-w-full" />
    <Skeleton className="mt-4 mb-5 h-14 w-80 max-w-full" />
    <ChartSkeleton />
    <SkeletonRows count={5} row="h-7" className="mt-5 grid gap-3" />
  </Card>
)

const basisLabels: Record<Basis, { label: string; description: string }> = {
  accrual: { label: 'Accrual', description: 'Income counts when invoiced' },
  cash: { label: 'Cash', description: 'Income counts when paid' },
}

/** Whether income counts when invoiced or when paid. */
const BasisSwitch = ({ basis, choose }: { basis: Basis; choose: (basis: Basis) => void }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <Segmented
      legend="Basis"
      name="basis"
      options={bases.map((value) => ({ value, label: basisLabels[value].label }))}
      value={basis}
      onChange={choose}
    />
    <p className="text-[0.8125rem] text-muted">{basisLabels[basis].description}.</p>
  </div>
)

/** A URL can contain anything: these dates form no range. */
const InvalidRange = ({ reset }: { reset: () => void }) => (
  <Card role="alert">
    <EmptyState
      icon={<CalendarX2 aria-hidden />}
      title="The end date is before the start date"
      text="Choose a later end date under Custom Date Range."
      action={
        <Button variant="secondary" onClick={reset}>
          Show the last 30 days
        </Button>
      }
    />
  </Card>
)

const ComparisonNote = ({ summary }: { summary: ReportSummaryWire | undefined }) => {
  if (!summary) return <Skeleton className="h-5 w-96 max-w-full" />
  const { range, previous } = summary
  return (
    <p className="text-[0.8125rem] text-muted leading-5">
      <strong className="font-medium text-ink">{formatRange(range)}</strong>
      {previous ? `, compared with ${formatRange(previous)}` : ', with no earlier period to compare'}. Revenue: payments minus refunds.
    </p>
  )
}

const CustomerPicker = lazy(async () => ({ default: (await import('#web/entity/pickers/customer-picker.tsx')).CustomerPicker }))

const ReportsPage = () => {
  const { view, set } = useReportParams()
  const today = getToday()
  const isWrong = isRangeReversed(view)
  const hasCards = !isWrong && hasSummaryCards(view.type)
  const summary = useQuery(summaryQuery(view.range, hasCards))
  return (
    <FigureArea>
      <div className="grid grid-cols-1 gap-4">
        <Toolbar view={view} set={set} today={today} />
        {hasBasis(view.type) && <BasisSwitch basis={view.basis} choose={(basis) => set({ basis })} />}
        {view.type === 'statement' && (
          <Suspense fallback={<Skeleton className="h-9 w-full sm:w-80 pointer-coarse:h-11" />}>
            <Field label="Customer" hideLabel className="w-full sm:w-80">
              <CustomerPicker value={view.customerId} onChange={(customer) => set({ customer: customer ? String(customer.id) : '' })} />
            </Field>
          </Suspense>
        )}
        {/* A network error is shown once, below. */}
        {hasCards && !(summary.isError && !summary.data) && (
          <>
            <SummaryCards summary={summary.data} today={today} />
            <ComparisonNote summary={summary.data} />
          </>
        )}
        {isWrong ? <InvalidRange reset={() => set({ from: '', to: '' })} /> : <ReportBody view={view} set={set} summary={summary} />}
      </div>
    </FigureArea>
  )
}

export default ReportsPage
