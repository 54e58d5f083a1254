import { Link } from 'wouter'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { formatDay } from '#shared/dates.ts'
import { parseSum } from '#shared/money.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart, ChartSkeleton } from '#web/ui/charts/chart.tsx'
import { CardHeader } from './card-parts.tsx'

const series = [
  { key: 'received', label: 'Income' },
  { key: 'expenses', label: 'Expenses' },
]

const formatMonth = (first: string) => `${formatDay(first).slice(0, 3)} ${first.slice(0, 4)}`

export const MonthsChart = ({ months }: { months: DashboardWire['months'] | undefined }) => {
  const currency = useHomeCurrency()
  const range = months && { type: 'revenue', from: months[0]!.from, to: months.at(-1)!.to }
  return (
    <Card className="p-0">
      <CardHeader title="Income and Expenses" note="Last 12 months">
        <Link href={`/reports?${new URLSearchParams(range ?? { type: 'revenue' })}`}>View report</Link>
      </CardHeader>
      <div className="min-h-78 p-4 sm:p-5">
        {months ? (
          <Chart
            currency={currency}
            title="Income and expenses of the last 12 months"
            series={series}
            tones={['accent', 'control']}
            points={months.map(({ from, received, expenses }) => ({
              label: formatMonth(from),
              values: [parseSum(received), parseSum(expenses)],
            }))}
          />
        ) : (
          <>
            <div className="mb-2 h-5" />
            <ChartSkeleton />
          </>
        )}
      </div>
    </Card>
  )
}
