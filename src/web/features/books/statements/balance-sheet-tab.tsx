import { Check, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { Sum } from '#shared/money.ts'
import { type BalanceSheet, buildBalanceSheet } from '#web/features/books/query/balances.ts'
import { type BooksView, ledgerPath } from '#web/features/books/query/books-params.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatementTab } from './statement-tab.tsx'

export const BalanceSheetTab = () => (
  <StatementTab title="Balance sheet">{(accounts, view) => <Sheet sheet={buildBalanceSheet(accounts)} view={view} />}</StatementTab>
)

type SheetProps = { sheet: BalanceSheet; view: BooksView }

const Sheet = ({ sheet: { assets, liabilities, equity, liabilitiesAndEquity }, view }: SheetProps) => {
  const isBalanced = assets.total === liabilitiesAndEquity
  return (
    <>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 text-sm lg:grid-cols-2 print:grid-cols-2">
        <div className="flex min-w-0 flex-col">
          <Section name="Assets" section={assets} view={view} isTotalBelow />
          <Total label="Total assets" amount={assets.total} className="mt-auto" />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Section name="Liabilities" section={liabilities} view={view} />
          <Section name="Equity" section={equity} view={view} />
          <Total label="Total liabilities and equity" amount={liabilitiesAndEquity} className="mt-auto" />
        </div>
      </div>
      <p className={cx('mt-5 flex items-center gap-2 text-sm', isBalanced ? 'text-good' : 'text-danger')}>
        {isBalanced ? <Check className="size-4 shrink-0" aria-hidden /> : <TriangleAlert className="size-4 shrink-0" aria-hidden />}
        {isBalanced ? 'Assets equal liabilities and equity.' : 'Assets and liabilities and equity differ. Check the books under Health.'}
      </p>
      <p className="mt-1 text-pretty text-[0.8125rem] text-muted">Earnings are all income minus all expenses up to this day.</p>
    </>
  )
}

const line = 'flex min-h-10 items-center justify-between gap-4 py-1.5 pointer-coarse:min-h-11'

type SectionProps = {
  name: string
  section: BalanceSheet['assets']
  view: BooksView
  /** The section's total is that of the whole side, at its bottom. */
  isTotalBelow?: boolean
}

const Section = ({ name, section: { rows, total }, view: { basis, day }, isTotalBelow = false }: SectionProps) => (
  <section aria-label={name} className={cx(isTotalBelow && 'lg:mb-6')}>
    <h3 className="border-line border-b pb-2 font-semibold">{name}</h3>
    <ul className="divide-y divide-line">
      {rows.map(({ name, number, amount }) => (
        <li key={name} className={line}>
          {number === null ? (
            <span>{name}</span>
          ) : (
            <Link
              href={ledgerPath(number, { basis, to: day })}
              className="inline-flex min-h-6 items-center underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-1.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              {name}
            </Link>
          )}
          <span className={cx('shrink-0 tabular-nums', amount === 0n && 'text-muted')}>
            <HomeMoney amount={amount} />
          </span>
        </li>
      ))}
      {rows.length === 0 && <li className={cx(line, 'text-muted')}>None</li>}
    </ul>
    {!isTotalBelow && (
      <p className={cx(line, 'border-control border-t font-medium')}>
        <span>Total {name.toLowerCase()}</span>
        <span className="tabular-nums">
          <HomeMoney amount={total} />
        </span>
      </p>
    )}
  </section>
)

const Total = ({ label, amount, className }: { label: string; amount: Sum; className: string }) => (
  <p className={cx(line, 'border-ink border-t-2 font-semibold', className)}>
    <span>{label}</span>
    <span className="shrink-0 tabular-nums">
      <HomeMoney amount={amount} />
    </span>
  </p>
)
