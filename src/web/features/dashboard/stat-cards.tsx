import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatInvoiceCount } from '#shared/captions.ts'
import type { DashboardWire } from '#shared/contract/dashboard.ts'
import { day } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import type { FigureName, ReportType } from '#shared/reports.ts'
import { formatMonth } from '#web/lib/format/month.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Card } from '#web/ui/card.tsx'
import { Change } from '#web/ui/change.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Stat = {
  title: string
  period: (figures: DashboardWire) => string
  value: (figures: DashboardWire) => string
  caption: (figures: DashboardWire) => ReactNode
  type: ReportType
  of: FigureName
  range: (figures: DashboardWire) => Range
}

const getAllTime = () => allTime
const nameAllTime = () => 'All time'
const getThisMonth = ({ months }: DashboardWire): Range => {
  const { from, to } = months.at(-1)!
  return { from: day(from), to: day(to) }
}

/** The all-time sums stand beside the change of one month. */
const nameMonth = (months: DashboardWire['months']) => formatMonth(months.at(-1)!.from).slice(0, 3)

const getReportHref = ({ type, of, range }: Stat, figures: DashboardWire): string => {
  const days = range(figures)
  return `/reports?${new URLSearchParams({ type, ...days, figure: `${new URLSearchParams({ of, ...days })}` })}`
}

const stats: readonly Stat[] = [
  {
    title: 'Total Revenue',
    period: nameAllTime,
    value: (figures) => figures.totalRevenue,
    caption: ({ captions: c, months }) => (
      <Change of={nameMonth(months)} now={c.revenueThisMonth} before={c.revenueLastMonth} period="month" isMoreGood />
    ),
    type: 'revenue',
    of: 'received',
    range: getAllTime,
  },
  {
    title: 'Outstanding',
    period: () => 'Today',
    value: (figures) => figures.outstanding,
    caption: ({ captions }) => formatInvoiceCount(captions.pendingInvoices, 'pending payment'),
    type: 'receivables',
    of: 'receivable',
    range: getAllTime,
  },
  {
    title: 'Paid This Month',
    period: ({ months }) => formatMonth(months.at(-1)!.from),
    value: (figures) => figures.paidThisMonth,
    caption: ({ captions }) => formatInvoiceCount(captions.invoicesThisMonth, 'this month'),
    type: 'revenue',
    of: 'received',
    range: getThisMonth,
  },
  {
    title: 'Total Expenses',
    period: nameAllTime,
    value: (figures) => figures.totalExpenses,
    caption: ({ captions: c, months }) => (
      <Change of={nameMonth(months)} now={c.expensesThisMonth} before={c.expensesLastMonth} period="month" isMoreGood={false} />
    ),
    type: 'expenses',
    of: 'expenses',
    range: getAllTime,
  },
]

export const StatCards = ({ figures }: { figures: DashboardWire | undefined }) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    {stats.map((stat) => (
      <StatCard key={stat.title} stat={stat} figures={figures} />
    ))}
  </dl>
)

/** Long amounts use a smaller font to fit on one line. */
const getFontSize = (amount: string) =>
  amount.length <= 13
    ? 'text-[clamp(0.9375rem,4.4vw,1.25rem)] sm:text-2xl'
    : amount.length <= 15
      ? 'text-[0.9375rem] sm:text-xl'
      : 'text-[0.8125rem] sm:text-lg'

const StatCard = ({ stat, figures }: { stat: Stat; figures: DashboardWire | undefined }) => {
  const { title, period, value, caption } = stat
  const currency = useHomeCurrency()
  const amount = figures ? formatMoney(value(figures), currency) : ''
  return (
    <Card className="relative p-3.5 hover:border-control sm:p-5">
      <dt className="flex flex-col justify-between gap-x-2 sm:flex-row sm:items-baseline">
        <span className="font-medium text-sm">{title}</span>{' '}
        <span className="text-[0.8125rem] text-muted leading-5">{figures ? period(figures) : '\u00a0'}</span>
      </dt>
      <dd className={cx('mt-2 font-semibold leading-8 tracking-tight tabular-nums [overflow-wrap:anywhere]', getFontSize(amount))}>
        {figures ? (
          <Link
            href={getReportHref(stat, figures)}
            title={`Show what makes up ${title}`}
            className="after:absolute after:inset-0 after:rounded-lg"
          >
            {amount}
          </Link>
        ) : (
          <Skeleton className="h-8 w-28" />
        )}
      </dd>
      <dd className="mt-1 min-h-10 text-[0.8125rem] text-muted leading-5 sm:min-h-5 xl:max-[90rem]:min-h-10">
        {figures ? caption(figures) : <Skeleton className="h-5 w-32 max-w-full" />}
      </dd>
    </Card>
  )
}
