import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Account } from '#shared/accounts.ts'
import type { LedgerAccountWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import { EntryTexts, EntryTitle } from '#web/features/books/journal/entries.tsx'
import { entryPath } from '#web/features/books/query/books-params.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'

type Row = LedgerAccountWire['rows'][number]
type Props = {
  account: Account
  opening: string
  /** Undefined while there are more rows to load. */
  closing: string | undefined
  rows: readonly Row[]
}

export const LedgerRows = (props: Props) => {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return isWide ? <LedgerTable {...props} /> : <LedgerList {...props} />
}

/** An account can have several lines in one entry. */
const keyOf = (row: Row, at: number) => `${row.entryId} ${at}`

/** Room for 12 digits. */
const figure = 'px-2 xl:px-3'

const LedgerTable = ({ account, opening, closing, rows }: Props) => (
  <Table aria-label={`Ledger of ${account.name}`} className="table-fixed [&_:is(td,th):first-child]:pl-4 [&_:is(td,th):last-child]:pr-4">
    <thead>
      <Tr className="border-b!">
        <Th className="w-30">Date</Th>
        <Th className="w-18 max-xl:hidden">No.</Th>
        <Th>Details</Th>
        <Th numeric className={cx('w-33 xl:w-36', figure)}>
          Debit
        </Th>
        <Th numeric className={cx('w-33 xl:w-36', figure)}>
          Credit
        </Th>
        <Th numeric className={cx('w-38 xl:w-40', figure)}>
          Balance
        </Th>
      </Tr>
    </thead>
    <tbody>
      <BalanceRow label="Opening balance" amount={opening} />
      {rows.map((row, at) => (
        <Tr key={keyOf(row, at)} className="hover:bg-sunken/50">
          <Td className="whitespace-nowrap tabular-nums">
            {formatDay(row.day)}
            <span className="block text-[0.8125rem] xl:hidden">
              <EntryLink id={row.entryId}>No. {row.entryId}</EntryLink>
            </span>
          </Td>
          <Td className="tabular-nums max-xl:hidden">
            <EntryLink id={row.entryId}>{row.entryId}</EntryLink>
          </Td>
          <Td>
            <EntryTitle entry={row} />
            <EntryTexts entry={row} />
          </Td>
          <Td numeric className={figure}>
            {row.debit !== null && <HomeMoney amount={row.debit} />}
          </Td>
          <Td numeric className={figure}>
            {row.credit !== null && <HomeMoney amount={row.credit} />}
          </Td>
          <Td numeric className={cx('font-medium', figure)}>
            <HomeMoney amount={row.balance} />
          </Td>
        </Tr>
      ))}
      {closing !== undefined && <BalanceRow label="Closing balance" amount={closing} />}
    </tbody>
  </Table>
)

const BalanceRow = ({ label, amount }: { label: string; amount: string }) => (
  <Tr className="bg-sunken/60">
    <th scope="row" colSpan={4} className="h-11 px-3 text-left font-medium">
      {label}
    </th>
    {/* One column less where the number stands below the date. */}
    <td className="max-xl:hidden" />
    <Td numeric className={cx('h-11 font-semibold', figure)}>
      <HomeMoney amount={amount} />
    </Td>
  </Tr>
)

const EntryLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link
    href={entryPath(id)}
    aria-label={`No. ${id}`}
    title={`Show entry ${id}`}
    className="inline-flex min-h-6 items-center text-muted underline-offset-2 hover:text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11 max-md:justify-end"
  >
    {children}
  </Link>
)

const LedgerList = ({ account, opening, closing, rows }: Props) => (
  <ul aria-label={`Ledger of ${account.name}`} className="divide-y divide-line text-sm">
    <BalanceLine label="Opening balance" amount={opening} />
    {rows.map((row, at) => (
      <li key={keyOf(row, at)} className="px-4 py-3">
        <div className="flex items-center justify-between gap-3 text-[0.8125rem] text-muted tabular-nums">
          {formatDay(row.day)}
          <span className="pointer-coarse:-my-3">
            <EntryLink id={row.entryId}>No. {row.entryId}</EntryLink>
          </span>
        </div>
        <EntryTitle entry={row} />
        <EntryTexts entry={row} />
        <dl className="mt-1.5 tabular-nums">
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{row.debit === null ? 'Credit' : 'Debit'}</dt>
            <dd>
              <HomeMoney amount={row.debit ?? row.credit ?? '0.00'} />
            </dd>
          </div>
          <div className="flex justify-between gap-4">
            <dt className="text-muted">Balance</dt>
            <dd className="font-medium">
              <HomeMoney amount={row.balance} />
            </dd>
          </div>
        </dl>
      </li>
    ))}
    {closing !== undefined && <BalanceLine label="Closing balance" amount={closing} />}
  </ul>
)

const BalanceLine = ({ label, amount }: { label: string; amount: string }) => (
  <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 bg-sunken/60 px-4 py-2">
    <span className="font-medium">{label}</span>
    <span className="font-semibold tabular-nums">
      <HomeMoney amount={amount} />
    </span>
  </li>
)
