import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Account, chartOfAccounts } from '#shared/accounts.ts'
import type { LedgerAccountWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import { type BooksView, isRangeReversed, useBooksParams } from '#web/features/books/query/books-params.ts'
import { accountTypeLabels, BasisFilter, InvalidRange, RangeFilter } from '#web/features/books/query/filters.tsx'
import { PagedRows } from '#web/features/books/query/paged-rows.tsx'
import { accountQuery } from '#web/features/books/query/queries.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LedgerRows } from './ledger-rows.tsx'

export const LedgerAccount = ({ number }: { number: number }) => {
  const account = chartOfAccounts.find((one) => one.number === number)
  if (!account)
    return (
      <Card>
        <EmptyState
          icon={<BookOpen aria-hidden />}
          title={`There is no account ${number}`}
          text="The URL may be wrong."
          action={
            <Link href="/books/accounts" asChild>
              <ButtonLink variant="secondary">See all accounts</ButtonLink>
            </Link>
          }
        />
      </Card>
    )
  return <Ledger account={account} />
}

const Ledger = ({ account }: { account: Account }) => {
  const { view, set } = useBooksParams()
  const { basis, from, to } = view
  const isReversed = isRangeReversed(view)
  const pages = useInfiniteQuery(accountQuery({ number: account.number, basis, from, to }, !isReversed))
  const first = isReversed ? undefined : pages.data?.pages[0]
  return (
    <div className="grid grid-cols-1 gap-4">
      <Header
        account={account}
        opening={first?.opening}
        closing={first?.closing}
        taxes={first?.taxes ?? []}
        view={view}
        isHidden={isReversed || (pages.isError && !pages.data)}
      />
      <div className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap sm:gap-3">
        <RangeFilter view={view} set={set} />
        <span className="max-sm:col-span-2 sm:ml-auto">
          <BasisFilter view={view} set={set} />
        </span>
      </div>
      {isReversed ? (
        <InvalidRange set={set} />
      ) : (
        <PagedRows
          pages={pages}
          label="Loading the account..."
          isStale={pages.isPlaceholderData}
          empty={<NoRows isFiltered={Boolean(from || to)} showAll={() => set({ from: '', to: '' })} />}
        >
          {(rows) => (
            <LedgerRows account={account} opening={first!.opening} closing={pages.hasNextPage ? undefined : first!.closing} rows={rows} />
          )}
        </PagedRows>
      )}
    </div>
  )
}

type HeaderProps = {
  account: Account
  /** Undefined while loading. */
  opening: string | undefined
  closing: string | undefined
  taxes: LedgerAccountWire['taxes']
  view: BooksView
  isHidden: boolean
}

const Header = ({ account: { number, name, type }, opening, closing, taxes, view: { from, to }, isHidden }: HeaderProps) => (
  <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
    <div className="min-w-0">
      <Link
        href="/books/accounts"
        className="mb-1 inline-flex min-h-6 items-center gap-1.5 text-muted text-sm underline-offset-2 hover:text-ink hover:underline pointer-coarse:-my-1.5 pointer-coarse:min-h-11"
      >
        <ArrowLeft className="size-4" aria-hidden /> All accounts
      </Link>
      <h2 className="font-semibold text-xl tracking-tight">{name}</h2>
      <p className="text-muted text-sm">
        <span className="tabular-nums">{number}</span> · {accountTypeLabels[type]}
      </p>
    </div>
    {!isHidden && (
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {from && <Figure label={`Before ${formatDay(from)}`}>{opening && <HomeMoney amount={opening} />}</Figure>}
        <Figure label={to ? `Balance on ${formatDay(to)}` : 'Balance'}>{closing && <HomeMoney amount={closing} />}</Figure>
      </dl>
    )}
    {!isHidden && taxes.length > 0 && <Taxes taxes={taxes} />}
  </div>
)

/** What is owed may go to several tax offices. */
const Taxes = ({ taxes }: Pick<HeaderProps, 'taxes'>) => (
  <section aria-label="Balance by tax" className="w-full">
    <dl className="grid gap-x-8 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {taxes.map(({ name, closing }) => (
        <div key={name} className="flex min-h-9 items-center justify-between gap-4 border-line border-b py-1.5">
          <dt className="min-w-0 text-muted [overflow-wrap:anywhere]" dir="auto">
            {name}
          </dt>
          <dd className="shrink-0 tabular-nums">
            <HomeMoney amount={closing} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="sm:text-right">
    <dt className="text-[0.8125rem] text-muted">{label}</dt>
    <dd className="font-semibold text-lg tabular-nums leading-7">{children ?? <Skeleton className="h-7 w-28" />}</dd>
  </div>
)

const NoRows = ({ isFiltered, showAll }: { isFiltered: boolean; showAll: () => void }) => (
  <Card>
    <EmptyState
      icon={<BookOpen aria-hidden />}
      title={isFiltered ? 'No entries on these days' : 'No entries yet'}
      text={isFiltered ? 'The balance did not change.' : 'Entries appear here as soon as something is posted to this account.'}
      action={
        isFiltered && (
          <Button variant="secondary" onClick={showAll}>
            Show all dates
          </Button>
        )
      }
    />
  </Card>
)
