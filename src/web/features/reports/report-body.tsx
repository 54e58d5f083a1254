import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { ReportSummaryWire } from '#shared/api/reports.ts'
import { ChartSkeleton } from '../../charts/chart.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadError } from '../../ui/state.tsx'
import { reportQuery } from './calls.ts'
import { type ReportView, toReportQuery, type useReportParams } from './report-address.ts'
import { ReportCard } from './report-card.tsx'

type Props = {
  shown: ReportView
  set: ReturnType<typeof useReportParams>['set']
  summary: UseQueryResult<ReportSummaryWire>
}

/** The report itself, or why it isn't there. */
export const ReportBody = ({ shown, set, summary }: Props) => {
  const asked = toReportQuery(shown)
  const report = useQuery(reportQuery(asked))
  // Where the report is at hand and only the four figures are missing, that is worth a word of its own.
  const failed = report.isError && !report.data ? report : summary.isError && !summary.data ? summary : undefined
  const retry = () => {
    if (asked) void report.refetch()
    if (summary.isError) void summary.refetch()
  }
  return (
    <>
      {failed && (
        <Card>
          <LoadError error={failed.error} retry={retry} />
        </Card>
      )}
      {!asked ? (
        <Card>
          <EmptyState
            icon={<Users aria-hidden />}
            title="Whose statement would you like to see?"
            text="Choose a customer above: the statement lists what you invoiced, what was paid, and what is still open."
          />
        </Card>
      ) : report.data ? (
        <ReportCard
          report={report.data}
          asked={asked}
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
