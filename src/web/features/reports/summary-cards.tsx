import type { ReactNode } from 'react'
import { formatInvoiceCount } from '#shared/captions.ts'
import type { FigureRef, ReportSummaryWire } from '#shared/contract/reports.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { parseSum } from '#shared/money.ts'
import { allTime, getMonthEnd } from '#shared/periods.ts'
import type { ReportType } from '#shared/reports.ts'
import { formatMonth } from '#web/lib/format/month.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Card } from '#web/ui/card.tsx'
import { Change } from '#web/ui/change.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FigureButton } from './figures/figure-button.tsx'

type Stat = {
  title: string
  period: (today: Day) => string
  value: (summary: ReportSummaryWire) => string
  caption: (summary: ReportSummaryWire) => ReactNode
  figure: (summary: ReportSummaryWire, today: Day) => FigureRef
}

/**
 * The reports with the cards. The others count on a basis, as of a day or for one customer: beside them, money received from all customers
 * would look like an error, such as more revenue than the income of Profit & Loss.
 */
const reportsWithCards: readonly ReportType[] = ['revenue', 'expenses', 'customer', 'invoice']
export const hasSummaryCards = (type: ReportType): boolean => reportsWithCards.includes(type)

const nameRange = () => 'This period'

const stats: readonly Stat[] = [
  {
    title: 'Total Revenue',
    period: nameRange,
    value: (s) => s.totalRevenue,
    caption: (s) => <Change now={s.totalRevenue} before={s.revenuePrevious} period="period" isMoreGood />,
    figure: ({ range }) => ({ of: 'received', ...range }),
  },
  {
    title: 'Outstanding',
    period: () => 'Today',
    value: (s) => s.outstanding,
    caption: (s) => formatInvoiceCount(s.pendingInvoices, 'pending'),
    figure: () => ({ of: 'receivable', ...allTime }),
  },
  {
    title: 'Paid This Month',
    period: formatMonth,
    value: (s) => s.paidThisMonth,
    caption: (s) => formatInvoiceCount(s.invoicesPaid, 'paid'),
    figure: (_, today) => ({ of: 'received', from: getMonthStart(today), to: getMonthEnd(today) }),
  },
  {
    title: 'Total Expenses',
    period: nameRange,
    value: (s) => s.totalExpenses,
    caption: (s) => <Change now={s.totalExpenses} before={s.expensesPrevious} period="period" isMoreGood={false} />,
    figure: ({ range }) => ({ of: 'expenses', ...range }),
  },
]

type Props = { summary: ReportSummaryWire | undefined; today: Day }

export const SummaryCards = ({ summary, today }: Props) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    {stats.map(({ title, period, value, caption, figure }) => (
      <Card key={title} className="p-3.5 sm:p-5">
        <dt className="flex flex-col justify-between gap-x-2 sm:flex-row sm:items-baseline">
          <span className="font-medium text-sm">{title}</span>{' '}
          <span className="text-[0.8125rem] text-muted leading-5">{period(today)}</span>
        </dt>
        <dd className="mt-2 font-semibold text-[clamp(0.8125rem,calc(5.2vw-0.25rem),1.25rem)] leading-8 tracking-tight tabular-nums [overflow-wrap:anywhere] sm:text-2xl">
          {summary ? (
            <FigureButton
              figure={figure(summary, today)}
              isZero={parseSum(value(summary)) === 0n}
              className="max-w-full text-left leading-8 pointer-coarse:-my-1.5 pointer-coarse:py-1.5 [overflow-wrap:anywhere]"
            >
              <HomeMoney amount={value(summary)} />
            </FigureButton>
          ) : (
            <Skeleton className="h-8 w-28" />
          )}
        </dd>
        <dd className="mt-1 min-h-10 text-[0.8125rem] text-muted leading-5 sm:min-h-5">
          {summary ? caption(summary) : <Skeleton className="h-5 w-32 max-w-full" />}
        </dd>
      </Card>
    ))}
  </dl>
)
