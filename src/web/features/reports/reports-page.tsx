import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ReportSummaryWire } from '#shared/contract/reports.ts'
import { type Basis, bases, hasBasis } from '#shared/reports.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FigureArea } from './figures/figure-area.tsx'
import { formatRange } from './query/format-range.ts'
import { summaryQuery } from './query/queries.ts'
import { isRangeReversed, useReportParams } from './query/report-params.ts'
import { ReportBody } from './report-body.tsx'
import { hasSummaryCards, SummaryCards } from './summary-cards.tsx'
import { Toolbar } from './toolbar.tsx'

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

const StatementCustomer = lazy(() => import('./statement/statement-customer.tsx'))

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
            <StatementCustomer id={view.customerId} choose={(id) => set({ customer: id === null ? '' : String(id) })} />
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
