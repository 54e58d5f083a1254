import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { HandCoins, Plus, Upload } from 'lucide-react'
import { Link } from 'wouter'
import type { OpeningBalanceWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import { parseAmount } from '#shared/money.ts'
import { PagedRows } from '#web/features/books/query/paged-rows.tsx'
import { openingBalancesQuery } from '#web/features/books/query/queries.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'

const loadImport = () => import('#web/entity/imports/import-dialog.tsx')
const loadDialog = () => import('./opening-dialog.tsx')

/** What customers owed when the business moved to Billfold. */
export const OpeningTab = () => {
  const adding = useLazyDialog(loadDialog)
  const importing = useLazyDialog(loadImport)
  const client = useQueryClient()
  const showImport = () => void importing.show({ kind: 'opening-balances', onImported: () => void client.invalidateQueries() })
  return (
    <div className="grid grid-cols-1">
      <PageHeader
        title="Opening balances"
        text="What customers owed when you moved to Billfold. It is not a sale, but is shown in receivables and statements, and is paid like an invoice."
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={showImport}>
              <Upload aria-hidden /> Import CSV
            </Button>
            <Button onClick={() => void adding.show({})} onPointerEnter={() => void loadDialog().catch(() => {})}>
              <Plus aria-hidden /> Add opening balance
            </Button>
          </div>
        }
      />
      <PagedRows
        pages={useInfiniteQuery(openingBalancesQuery)}
        label="Loading the opening balances..."
        empty={
          <Card>
            <EmptyState
              icon={<HandCoins aria-hidden />}
              title="No opening balances yet"
              text="Enter each invoice that was unpaid on the day you moved, with the amount that was still open."
            />
          </Card>
        }
      >
        {(rows) => <OpeningRows rows={rows} />}
      </PagedRows>
      {adding.dialog}
      {importing.dialog}
    </div>
  )
}

type Props = { rows: readonly OpeningBalanceWire[] }

const OpeningRows = ({ rows }: Props) => {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return isWide ? <OpeningTable rows={rows} /> : <OpeningList rows={rows} />
}

const OpeningTable = ({ rows }: Props) => (
  <Table aria-label="Opening balances" className="table-fixed [&_:is(td,th):first-child]:pl-4 [&_:is(td,th):last-child]:pr-4">
    <thead>
      <Tr className="border-b!">
        <Th className="xl:w-56">Invoice</Th>
        <Th className="max-xl:hidden">Customer</Th>
        <Th className="w-30">As of</Th>
        <Th className="w-30">Due date</Th>
        <Th numeric className="w-34 xl:w-38">
          Open amount
        </Th>
        <Th numeric className="w-34 xl:w-38">
          Balance due
        </Th>
      </Tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Tr key={row.id} className="hover:bg-sunken/50">
          <Td>
            <InvoiceLink row={row} />
            <bdi className="block truncate text-[0.8125rem] text-muted xl:hidden" title={row.customerName}>
              {row.customerName}
            </bdi>
          </Td>
          <Td className="max-xl:hidden">
            <bdi className="block truncate" title={row.customerName}>
              {row.customerName}
            </bdi>
          </Td>
          <Td className="whitespace-nowrap text-muted tabular-nums">{formatDay(row.day)}</Td>
          <Td className="whitespace-nowrap text-muted tabular-nums">{formatDay(row.dueDate)}</Td>
          <Td numeric>
            <HomeMoney amount={row.amount} />
          </Td>
          <Td numeric>
            <BalanceDue row={row} />
          </Td>
        </Tr>
      ))}
    </tbody>
  </Table>
)

const OpeningList = ({ rows }: Props) => (
  <ul aria-label="Opening balances" className="divide-y divide-line text-sm">
    {rows.map((row) => (
      <li key={row.id} className="grid grid-cols-1 gap-0.5 px-4 py-3">
        <div className="flex items-baseline justify-between gap-3">
          <InvoiceLink row={row} />
          <span className="shrink-0 tabular-nums">
            <BalanceDue row={row} />
          </span>
        </div>
        <bdi className="truncate">{row.customerName}</bdi>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          <HomeMoney amount={row.amount} /> as of {formatDay(row.day)} · due {formatDay(row.dueDate)}
        </p>
      </li>
    ))}
  </ul>
)

const InvoiceLink = ({ row: { id, invoiceNumber } }: { row: OpeningBalanceWire }) => (
  <Link
    href={`/invoices/${id}`}
    title={invoiceNumber}
    className="block min-w-0 truncate font-medium underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-2.5 pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
    dir="auto"
  >
    <span className="truncate">{invoiceNumber}</span>
  </Link>
)

const BalanceDue = ({ row: { balanceDue } }: { row: OpeningBalanceWire }) => {
  const isPaid = parseAmount(balanceDue) === 0
  return <span className={cx(isPaid ? 'text-good' : 'font-medium')}>{isPaid ? 'Paid' : <HomeMoney amount={balanceDue} />}</span>
}
