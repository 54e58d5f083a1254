import type { ReportSummaryWire } from '#shared/api/reports.ts'
import type { Day } from '#shared/dates.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { monthWords, rangeWords } from './range-words.ts'

/** Which days the four figures are of, and what their captions compare them with. */
export const Compared = ({ summary, today }: { summary: ReportSummaryWire | undefined; today: Day }) => {
  if (!summary) return <Skeleton className="h-5 w-96 max-w-full" />
  const { range, previous } = summary
  return (
    <p className="text-[0.8125rem] text-muted leading-5">
      <strong className="font-medium text-ink">{rangeWords(range)}</strong>
      {previous ? `, compared with ${rangeWords(previous)}` : ', with nothing to compare to'}. Outstanding is as of now, Paid This Month is
      of {monthWords(today)}.
    </p>
  )
}
