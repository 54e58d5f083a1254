import type { z } from 'zod'
import type { customerFigures } from '#modules/customers/contract.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney, parseSum } from '#shared/money.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatBalance, hasOtherCurrency } from './customers.ts'

type Figures = z.input<typeof customerFigures>

const stats: readonly {
  title: string
  value: (figures: Figures) => string
  caption: (figures: Figures, currency: Currency) => string
  /** In other currencies, shown instead of the value. */
  others?: (figures: Figures, currency: Currency) => string[]
  isWarning?: boolean
}[] = [
  {
    title: 'Balance Due',
    value: (f) => f.balanceDue,
    caption: (f, currency) =>
      [
        ...(hasOtherCurrency(f.balances, currency) ? [`${formatMoney(f.balanceDue, currency)} in all`] : []),
        parseSum(f.overdue) > 0 ? `${formatMoney(f.overdue, currency)} overdue` : 'Nothing overdue',
        ...(parseSum(f.credit) > 0 ? [`${formatMoney(f.credit, currency)} credit`] : []),
      ].join(', '),
    others: (f, currency) => (hasOtherCurrency(f.balances, currency) ? f.balances.map(formatBalance) : []),
    isWarning: true,
  },
  { title: 'Paid', value: (f) => f.paid, caption: () => 'Received, less refunds' },
  {
    title: 'Invoiced',
    value: (f) => f.invoiced,
    caption: () => 'Without drafts',
  },
  { title: 'Expenses', value: (f) => f.expenses, caption: (f) => `${f.expenseCount} ${f.expenseCount === 1 ? 'expense' : 'expenses'}` },
]

export const CustomerFigures = ({ figures }: { figures: Figures | undefined }) => {
  const currency = useHomeCurrency()
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 xl:grid-cols-4">
      {stats.map(({ title, value, caption, others, isWarning }) => (
        <div key={title} className="min-w-0">
          <dt className="font-medium text-muted text-sm">{title}</dt>
          <dd className="mt-1 font-semibold text-[clamp(0.9375rem,4.4vw,1.25rem)] leading-8 tracking-tight tabular-nums [overflow-wrap:anywhere] sm:text-2xl">
            {figures ? (
              <Amounts amounts={others?.(figures, currency)} amount={formatMoney(value(figures), currency)} />
            ) : (
              <Skeleton className="my-1 h-6 w-28" />
            )}
          </dd>
          <dd
            className={cx(
              'min-h-5 text-[0.8125rem] leading-5',
              isWarning && figures && parseSum(figures.overdue) > 0 ? 'font-medium text-danger' : 'text-muted',
            )}
          >
            {figures ? caption(figures, currency) : <Skeleton className="my-1 h-3 w-32 max-w-full" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Amounts = ({ amounts = [], amount }: { amounts: string[] | undefined; amount: string }) =>
  amounts.length === 0
    ? amount
    : amounts.map((each) => (
        <span key={each} className="block">
          {each}
        </span>
      ))
