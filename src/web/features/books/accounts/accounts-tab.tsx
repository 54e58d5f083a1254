import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type AccountType, accountTypes, chartOfAccounts } from '#shared/accounts.ts'
import { formatDay } from '#shared/dates.ts'
import { noSum, type Sum } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'
import { indexBalances } from '#web/features/books/query/balances.ts'
import { ledgerPath, useBooksParams } from '#web/features/books/query/books-params.ts'
import { accountTypeLabels, BasisFilter } from '#web/features/books/query/filters.tsx'
import { balancesQuery } from '#web/features/books/query/queries.ts'
import { getToday } from '#web/lib/format/today.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export const AccountsTab = () => {
  const { view, set } = useBooksParams()
  const today = getToday()
  const balances = useQuery(balancesQuery({ basis: view.basis, day: today }))
  if (balances.isError && !balances.data) return <LoadError error={balances.error} retry={() => void balances.refetch()} />
  const byNumber = balances.data && indexBalances(balances.data.accounts)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">Balances of {formatDay(today)}. Open an account to see its entries.</p>
        <BasisFilter view={view} set={set} />
      </div>
      <div
        aria-busy={balances.isPlaceholderData || undefined}
        className={cx('grid items-start gap-4 lg:grid-cols-2', balances.isPlaceholderData && 'opacity-60')}
      >
        <div className="grid grid-cols-1 gap-4">
          {accountTypes
            .filter((type) => type !== 'expense')
            .map((type) => (
              <AccountGroup key={type} type={type} balances={byNumber} basis={view.basis} />
            ))}
        </div>
        <AccountGroup type="expense" balances={byNumber} basis={view.basis} />
      </div>
    </div>
  )
}

type GroupProps = {
  type: AccountType
  /** By account number; undefined while loading. */
  balances: ReadonlyMap<number, Sum> | undefined
  basis: Basis
}

const AccountGroup = ({ type, balances, basis }: GroupProps) => (
  <section aria-labelledby={`accounts-${type}`}>
    <Card className="p-0 sm:p-0">
      <h2 id={`accounts-${type}`} className="border-line border-b px-4 py-3 font-semibold text-base">
        {accountTypeLabels[type]}
      </h2>
      <ul className="divide-y divide-line text-sm">
        {chartOfAccounts
          .filter((account) => account.type === type)
          .map(({ number, name }) => {
            const balance = balances?.get(number) ?? noSum
            return (
              <li key={number}>
                <Link
                  href={ledgerPath(number, { basis })}
                  className="group flex min-h-11 items-center gap-3 px-4 py-1.5 last:rounded-b-lg hover:bg-sunken/50"
                >
                  <span className="w-10 shrink-0 text-muted tabular-nums">{number}</span>
                  <span className="min-w-0 flex-1 underline-offset-2 group-hover:text-accent group-hover:underline">{name}</span>
                  {balances ? (
                    <span className={cx('shrink-0 tabular-nums', balance === 0n ? 'text-muted' : 'font-medium')}>
                      <HomeMoney amount={balance} />
                    </span>
                  ) : (
                    <Skeleton className="h-4 w-20" />
                  )}
                </Link>
              </li>
            )
          })}
      </ul>
    </Card>
  </section>
)
