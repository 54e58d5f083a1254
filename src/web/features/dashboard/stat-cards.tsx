import { CircleCheckBig, Clock, type LucideIcon, Receipt, TrendingUp } from 'lucide-react'
import type { DashboardWire } from '#shared/api/dashboard.ts'
import { changeCaption, invoicesCaption } from '#shared/captions.ts'
import { parseCents, showMoney } from '#shared/money.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Stat = {
  title: string
  icon: LucideIcon
  value: (figures: DashboardWire) => string
  caption: (captions: DashboardWire['captions']) => string
}

const stats: readonly Stat[] = [
  {
    title: 'Total Revenue',
    icon: TrendingUp,
    value: (figures) => figures.totalRevenue,
    caption: (c) => changeCaption(parseCents(c.revenueThisMonth), parseCents(c.revenueLastMonth)),
  },
  {
    title: 'Outstanding',
    icon: Clock,
    value: (figures) => figures.outstanding,
    caption: (c) => invoicesCaption(c.pendingInvoices, 'pending payment'),
  },
  {
    title: 'Paid This Month',
    icon: CircleCheckBig,
    value: (figures) => figures.paidThisMonth,
    caption: (c) => invoicesCaption(c.invoicesThisMonth, 'this month'),
  },
  {
    title: 'Total Expenses',
    icon: Receipt,
    value: (figures) => figures.totalExpenses,
    caption: (c) => changeCaption(parseCents(c.expensesThisMonth), parseCents(c.expensesLastMonth)),
  },
]

/** The four figures at the top; outlines of the same size until they are known. */
export const StatCards = ({ figures }: { figures: DashboardWire | undefined }) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    {stats.map(({ title, icon: Icon, value, caption }) => (
      <Card key={title} className="p-3.5 sm:p-5">
        <dt className="flex items-center justify-between gap-2 font-medium text-muted text-sm">
          {title}
          <Icon className="size-4 shrink-0" aria-hidden />
        </dt>
        <dd className="mt-2 font-semibold text-[clamp(0.9375rem,4.4vw,1.25rem)] leading-8 tracking-tight tabular-nums [overflow-wrap:anywhere] sm:text-2xl">
          {figures ? showMoney(value(figures)) : <Skeleton className="h-8 w-28" />}
        </dd>
        <dd className="mt-1 min-h-10 text-[0.8125rem] text-muted leading-5 sm:min-h-5">
          {figures ? caption(figures.captions) : <Skeleton className="h-5 w-32" />}
        </dd>
      </Card>
    ))}
  </dl>
)
