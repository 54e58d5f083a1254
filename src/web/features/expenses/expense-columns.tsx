import { Paperclip } from 'lucide-react'
import type { ExpenseWire } from '#modules/expenses/contract.ts'
import { receiptEndpoints } from '#modules/expenses/model.ts'
import { formatDay } from '#shared/dates.ts'
import { getActionsColumn, type RowActions } from '#web/entity/entity-page.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'

export const getColumns = (actions: RowActions<ExpenseWire>): readonly Column<ExpenseWire>[] => [
  {
    head: 'Description',
    by: 'description',
    inLine: 'title',
    cell: (expense) => (
      <>
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere]" title={expense.description}>
            {expense.description}
          </bdi>
          <ReceiptLink expense={expense} />
        </span>
        {expense.customerName && (
          <span className="block truncate font-normal text-[0.8125rem] text-muted" title={`For ${expense.customerName}`}>
            For <bdi>{expense.customerName}</bdi>
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Category',
    by: 'category',
    inLine: 'note',
    size: 'w-36 @5xl:w-54',
    className: 'text-muted',
    cell: ({ category }) => <span className="line-clamp-2">{category}</span>,
  },
  {
    head: 'Amount',
    by: 'amount',
    largestFirst: true,
    numeric: true,
    inLine: 'amount',
    size: 'w-30 @5xl:w-36',
    className: 'font-medium',
    cell: ({ amount }) => <HomeMoney amount={amount} />,
  },
  {
    head: 'Date',
    by: 'expenseDate',
    largestFirst: true,
    inLine: 'note',
    size: 'w-28 @5xl:w-32',
    className: 'whitespace-nowrap text-muted tabular-nums',
    cell: ({ expenseDate }) => formatDay(expenseDate),
  },
  {
    head: 'Vendor',
    by: 'vendor',
    inLine: 'note',
    size: 'w-28 @5xl:w-48',
    cell: ({ vendor }) =>
      vendor && (
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]" title={vendor}>
          {vendor}
        </bdi>
      ),
  },
  getActionsColumn(actions, ({ description }) => description, true),
]

const ReceiptLink = ({ expense }: { expense: ExpenseWire }) => {
  const href = expense.receiptFile ? getEndpointUrl(receiptEndpoints.get, { params: { id: expense.receiptFile.id } }) : expense.receiptUrl
  if (!href) return null
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Receipt of ${expense.description}`}
      title={expense.receiptFile ? `Open the receipt (${expense.receiptFile.fileName})` : `Open the receipt at ${expense.receiptUrl}`}
      className="grid size-6 shrink-0 place-items-center rounded text-muted hover:text-accent pointer-coarse:size-11"
    >
      <Paperclip className="size-4" aria-hidden />
    </a>
  )
}
