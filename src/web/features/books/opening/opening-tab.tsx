import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { HandCoins, Plus, Upload } from 'lucide-react'
import { Link } from 'wouter'
import type { OpeningBalanceWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney, parseAmount } from '#shared/money.ts'
import { openingBalancesQuery } from '#web/features/books/query/queries.ts'
import { RecordList } from '#web/kit/list/record-list.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { toList } from '#web/kit/list/use-list.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

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
        text="What customers owed when you moved to Billfold, and credit that they had: no sales, but shown in receivables and statements, and paid or applied."
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
      <RecordList
        label="Opening balances"
        list={toList(useInfiniteQuery(openingBalancesQuery))}
        look={{ columns }}
        empty={
          <Card>
            <EmptyState
              icon={<HandCoins aria-hidden />}
              title="No opening balances yet"
              text="Enter each invoice that was unpaid on the day you moved, with the amount that was still open, and credit as a negative amount."
            />
          </Card>
        }
      />
      {adding.dialog}
      {importing.dialog}
    </div>
  )
}

const day = 'whitespace-nowrap text-muted tabular-nums'
const amount = 'w-34 @5xl:w-38'

const columns: readonly Column<OpeningBalanceWire>[] = [
  {
    head: 'Invoice',
    inLine: 'title',
    size: '@5xl:w-56',
    cell: (row) => (
      <>
        <InvoiceLink row={row} />
        <bdi className="@5xl:hidden block truncate font-normal text-[0.8125rem] text-muted" title={row.customerName}>
          {row.customerName}
        </bdi>
      </>
    ),
  },
  {
    head: 'Customer',
    size: 'hidden @5xl:table-cell',
    cell: ({ customerName }) => (
      <bdi className="block truncate" title={customerName}>
        {customerName}
      </bdi>
    ),
  },
  { head: 'As of', inLine: 'fact', size: 'w-30', className: day, cell: (row) => formatDay(row.day) },
  { head: 'Due date', inLine: 'fact', size: 'w-30', className: day, cell: ({ dueDate }) => dueDate && formatDay(dueDate) },
  { head: 'Open amount', inLine: 'fact', numeric: true, size: amount, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { head: 'Balance due', inLine: 'amount', numeric: true, size: amount, cell: (row) => <BalanceDue row={row} /> },
]

const isCredit = ({ amount }: OpeningBalanceWire) => parseAmount(amount) < 0

const InvoiceLink = ({ row }: { row: OpeningBalanceWire }) => (
  <Link
    href={`/${isCredit(row) ? 'credit-notes' : 'invoices'}/${row.id}`}
    title={row.invoiceNumber}
    className="block min-w-0 truncate font-medium underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-2.5 pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
    dir="auto"
  >
    <span className="truncate">{row.invoiceNumber}</span>
  </Link>
)

const BalanceDue = ({ row }: { row: OpeningBalanceWire }) => {
  const { balanceDue, currency } = row
  if (parseAmount(balanceDue) === 0) return <span className="text-good">{isCredit(row) ? 'Used' : 'Paid'}</span>
  return <span className="font-medium">{formatMoney(balanceDue, currency)}</span>
}
