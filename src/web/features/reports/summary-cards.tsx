import { CircleCheckBig, Clock, type LucideIcon, Receipt, TrendingUp } from 'lucide-react'
import { formatChange, formatInvoiceCount } from '#shared/captions.ts'
import type { FigureRef, ReportSummaryWire } from '#shared/contract/reports.ts'
import { type Day, getMonthStart } from '#shared/dates.ts'
import { formatMoney, parseCents } from '#shared/money.ts'
import { allTime, getMonthEnd } from '#shared/periods.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FigureButton } from './figures/figure-button.tsx'

type Stat = {
  title: string
  icon: LucideIcon
  value: (summary: ReportSummaryWire) => string
  caption: (summary: ReportSummaryWire) => string
  figure: (summary: ReportSummaryWire, today: Day) => FigureRef
}

const changed = (now: string, before: string) => formatChange(parseCents(now), parseCents(before), 'period')

const stats: readonly Stat[] = [
  {
    title: 'Total Revenue',
    icon: TrendingUp,
    value: (s) => s.totalRevenue,
    caption: (s) => changed(s.totalRevenue, s.revenuePrevious),
    figure: ({ range }) => ({ of: 'received', ...range }),
  },
  {
    title: 'Outstanding',
    icon: Clock,
    value: (s) => s.outstanding,
    caption: (s) => formatInvoiceCount(s.pendingInvoices, 'pending'),
    figure: () => ({ of: 'receivable', ...allTime }),
  },
  {
    title: 'Paid This Month',
    icon: CircleCheckBig,
    value: (s) => s.paidThisMonth,
    caption: (s) => formatInvoiceCount(s.invoicesPaid, 'paid'),
    figure: (_, today) => ({ of: 'received', from: getMonthStart(today), to: getMonthEnd(today) }),
  },
  {
    title: 'Total Expenses',
    icon: Receipt,
    value: (s) => s.totalExpenses,
    caption: (s) => changed(s.totalExpenses, s.expensesPrevious),
    figure: ({ range }) => ({ of: 'expenses', ...range }),
  },
]

type Props = { summary: ReportSummaryWire | undefined; today: Day }

/** The four summary cards above every report; skeletons of the same size while they load. */
export const SummaryCards = ({ summary, today }: Props) => (
  <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
    {stats.map(({ title, icon: Icon, value, caption, figure }) => (
      <Card key={title} className="p-3.5 sm:p-5">
        <dt className="flex items-center justify-between gap-2 font-medium text-muted text-sm">
          {title}
          <Icon className="size-4 shrink-0 max-[22.49rem]:hidden" aria-hidden />
        </dt>
        <dd className="mt-2 font-semibold text-[clamp(0.8125rem,calc(5.2vw-0.25rem),1.25rem)] leading-8 tracking-tight tabular-nums [overflow-wrap:anywhere] sm:text-2xl">
          {summary ? (
            <FigureButton
              figure={figure(summary, today)}
              isZero={parseCents(value(summary)) === 0}
              className="max-w-full text-left leading-8 pointer-coarse:-my-1.5 pointer-coarse:py-1.5 [overflow-wrap:anywhere]"
            >
              {formatMoney(value(summary))}
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
