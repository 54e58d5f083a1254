import type { ReportSummaryWire } from '#shared/api/reports.ts'
import type { Day } from '#shared/dates.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatMonth, formatRange } from './range-words.ts'

/** Which days the four figures are of, and what their captions compare them with. */
export const ComparisonNote = ({ summary, today }: { summary: ReportSummaryWire | undefined; today: Day }) => {
  if (!summary) return <Skeleton className="h-5 w-96 max-w-full" />
  const { range, previous } = summary
  return (
    <p className="text-[0.8125rem] text-muted leading-5">
      <strong className="font-medium text-ink">{formatRange(range)}</strong>
      {previous ? `, compared with ${formatRange(previous)}` : ', with nothing to compare to'}. Outstanding is as of now, Paid This Month is
      of {formatMonth(today)}.
    </p>
  )
}
