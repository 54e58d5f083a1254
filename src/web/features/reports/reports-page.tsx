import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { hasBasis } from '#shared/reports.ts'
import { getToday } from '../../lib/today.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BasisSwitch } from './basis-switch.tsx'
import { summaryQuery } from './calls.ts'
import { ComparisonNote } from './compared.tsx'
import { FigureArea } from './figure-area.tsx'
import { isRangeReversed } from './report-address.ts'
import { ReportBody } from './report-body.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { Toolbar } from './toolbar.tsx'
import { useReportParams } from './use-report-address.ts'
import { InvalidRange } from './wrong-range.tsx'

const StatementCustomer = lazy(() => import('./statement-customer.tsx'))

/** Every report of any days: four figures, a chart and a table, and behind each amount the documents that it is the sum of. */
const ReportsPage = () => {
  const { shown, set } = useReportParams()
  const today = getToday()
  const isWrong = isRangeReversed(shown)
  const summary = useQuery(summaryQuery(shown.range, !isWrong))
  return (
    <FigureArea>
      <div className="grid grid-cols-1 gap-4">
        <Toolbar shown={shown} set={set} today={today} />
        {hasBasis(shown.type) && <BasisSwitch basis={shown.basis} choose={(basis) => set({ basis })} />}
        {shown.type === 'statement' && (
          <Suspense fallback={<Skeleton className="h-9 w-full sm:w-80 pointer-coarse:h-11" />}>
            <StatementCustomer id={shown.customerId} choose={(id) => set({ customer: id === null ? '' : String(id) })} />
          </Suspense>
        )}
        {/* What is wrong with the line is said once: below. */}
        {!isWrong && !(summary.isError && !summary.data) && (
          <>
            <SummaryCards summary={summary.data} today={today} />
            <ComparisonNote summary={summary.data} today={today} />
          </>
        )}
        {isWrong ? <InvalidRange showUsual={() => set({ from: '', to: '' })} /> : <ReportBody shown={shown} set={set} summary={summary} />}
      </div>
    </FigureArea>
  )
}

export default ReportsPage
