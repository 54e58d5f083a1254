import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { ReportSummaryWire } from '#shared/contract/reports.ts'
import { Card } from '#web/ui/card.tsx'
import { ChartSkeleton } from '#web/ui/charts/chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatRange } from './query/format-range.ts'
import { reportQuery } from './query/queries.ts'
import { type ReportView, toReportQuery, type useReportParams } from './query/report-params.ts'
import { ReportCard } from './report-card.tsx'

type Props = {
  view: ReportView
  set: ReturnType<typeof useReportParams>['set']
  summary: UseQueryResult<ReportSummaryWire>
}

export const ReportBody = ({ view, set, summary }: Props) => {
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
    <div className="mt-5 grid gap-3">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="h-7" />
      ))}
    </div>
  </Card>
)
