import { Scale } from 'lucide-react'
import { Link } from 'wouter'
import type { Account } from '#shared/accounts.ts'
import { getCurrencySymbol } from '#shared/currencies.ts'
import { noSum, type Sum } from '#shared/money.ts'
import { buildTrialBalance } from '#web/features/books/query/balances.ts'
import { type BooksView, ledgerPath } from '#web/features/books/query/books-params.ts'
import { HomeMoney, useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StatementTab } from './statement-tab.tsx'

export const TrialBalanceTab = () => (
  <StatementTab title="Trial balance">
    {(accounts, view) =>
      accounts.length === 0 ? (
        <EmptyState
          icon={<Scale aria-hidden />}
          title="No balances on this day"
          text="Accounts appear here as you send invoices, get paid and record expenses."
        />
      ) : (
        <Balances balance={buildTrialBalance(accounts)} view={view} />
      )
    }
  </StatementTab>
)

const cell = 'h-10 px-2 py-1.5 first:pl-0 last:pr-0 sm:px-3 pointer-coarse:h-11'
const listLine = 'flex min-h-11 items-center justify-between gap-3 py-1.5'
const figure = cx(cell, 'whitespace-nowrap text-right tabular-nums')

/** On phones two columns of large amounts don't fit beside the names: with '$' on the narrowest, with 'NGN' on all. */
const Balances = (props: TableProps) => {
  const hasShortSymbol = getCurrencySymbol(useHomeCurrency()).length === 1
  const isWide = useMediaQuery(hasShortSymbol ? '(min-width: 24rem)' : '(min-width: 40rem)')
  return isWide ? <TrialBalanceTable {...props} /> : <TrialBalanceList {...props} />
}

type TableProps = { balance: ReturnType<typeof buildTrialBalance>; view: BooksView }

const TrialBalanceTable = ({ balance: { rows, debit, credit }, view }: TableProps) => (
  <table aria-label="Trial balance" className="w-full border-collapse text-[0.8125rem] sm:text-sm">
    <thead>
      <tr className="border-line border-b text-[0.8125rem] text-muted">
        <th scope="col" className={cx(cell, 'w-16 text-left font-medium max-sm:hidden')}>
          No.
        </th>
        <th scope="col" className={cx(cell, 'text-left font-medium max-sm:pl-0')}>
          Account
        </th>
        <th scope="col" className={cx(figure, 'sm:w-40 font-medium')}>
          Debit
        </th>
        <th scope="col" className={cx(figure, 'sm:w-40 font-medium')}>
          Credit
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.account.number} className="break-inside-avoid border-line border-b hover:bg-sunken/50">
          <td className={cx(cell, 'text-muted tabular-nums max-sm:hidden')}>{row.account.number}</td>
          <th scope="row" className={cx(cell, 'text-left font-normal max-sm:pl-0 [overflow-wrap:anywhere]')}>
            <AccountLink account={row.account} view={view} />
          </th>
          <AmountCell amount={row.debit} />
          <AmountCell amount={row.credit} />
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className="border-ink border-t-2 font-semibold">
        <td className="max-sm:hidden" />
        <th scope="row" className={cx(cell, 'text-left max-sm:pl-0')}>
          Total
        </th>
        <td className={figure}>
          <HomeMoney amount={debit} />
        </td>
        <td className={figure}>
          <HomeMoney amount={credit} />
        </td>
      </tr>
    </tfoot>
  </table>
)

const AmountCell = ({ amount }: { amount: Sum | null }) => (
  <td className={cx(figure, amount === 0n && 'text-muted')}>{amount !== null && <HomeMoney amount={amount} />}</td>
)

const AccountLink = ({ account: { number, name }, view: { basis, day } }: { account: Account; view: BooksView }) => (
  <Link
    href={ledgerPath(number, { basis, to: day })}
    className="-my-1 inline-block min-h-6 py-1 underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:py-3"
  >
    {name}
  </Link>
)

const TrialBalanceList = ({ balance: { rows, debit, credit }, view }: TableProps) => (
  <ul aria-label="Trial balance" className="text-sm">
    {rows.map((row) => (
      <li key={row.account.number} className={cx(listLine, 'border-line border-b')}>
        <span className="min-w-0">
          <AccountLink account={row.account} view={view} />
        </span>
        <span className="shrink-0 tabular-nums">
          <HomeMoney amount={row.debit ?? row.credit ?? noSum} />
          <abbr title={row.debit === null ? 'Credit' : 'Debit'} className="ml-1.5 text-[0.8125rem] text-muted no-underline">
            {row.debit === null ? 'Cr' : 'Dr'}
          </abbr>
        </span>
      </li>
    ))}
    <li className={cx(listLine, '-mt-px border-ink border-t-2 font-semibold')}>
      Total debits{' '}
      <span className="tabular-nums">
        <HomeMoney amount={debit} />
      </span>
    </li>
    <li className={cx(listLine, 'font-semibold')}>
      Total credits{' '}
      <span className="tabular-nums">
        <HomeMoney amount={credit} />
      </span>
    </li>
  </ul>
)
