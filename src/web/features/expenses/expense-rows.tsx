import { Paperclip, Pencil, Trash2 } from 'lucide-react'
import type { ExpenseWire } from '#modules/expenses/contract.ts'
import { receiptEndpoints } from '#modules/expenses/model.ts'
import { formatDay } from '#shared/dates.ts'
import type { ListUrl, RowActions } from '#web/entity/entity-page.tsx'
import { SortableTh } from '#web/entity/sortable-th.tsx'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'

type Props = { expenses: ExpenseWire[]; actions: RowActions<ExpenseWire>; address: ListUrl }

export const ExpenseRows = (props: Props) => {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return <Card className="overflow-hidden p-0 sm:p-0">{isWide ? <ExpenseTable {...props} /> : <ExpenseLines {...props} />}</Card>
}

const ExpenseTable = ({ expenses, actions, address }: Props) => (
  <Table aria-label="Expenses" className="table-fixed [&_:is(td,th)]:px-2 xl:[&_:is(td,th)]:px-3 [&_:is(td,th):first-child]:pl-4">
    <thead>
      <Tr className="border-b!">
        <SortableTh by="description" address={address}>
          Description
        </SortableTh>
        <SortableTh by="category" address={address} className="w-36 xl:w-54">
          Category
        </SortableTh>
        <SortableTh by="amount" address={address} largestFirst numeric className="w-30 xl:w-36">
          Amount
        </SortableTh>
        <SortableTh by="expenseDate" address={address} largestFirst className="w-28 xl:w-32">
          Date
        </SortableTh>
        <SortableTh by="vendor" address={address} className="w-28 xl:w-48">
          Vendor
        </SortableTh>
        <Th className="w-24 text-right pointer-coarse:w-28">Actions</Th>
      </Tr>
    </thead>
    <tbody>
      {expenses.map((expense) => (
        <Tr key={expense.id} className="group hover:bg-sunken/50">
          <Td>
            <span className="flex min-w-0 items-center gap-2">
              <bdi className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere]" title={expense.description}>
                {expense.description}
              </bdi>
              <ReceiptLink expense={expense} />
            </span>
            {expense.customerName && (
              <span className="block truncate text-[0.8125rem] text-muted" title={`For ${expense.customerName}`}>
                For <bdi>{expense.customerName}</bdi>
              </span>
            )}
          </Td>
          <Td className="text-muted">
            <span className="line-clamp-2">{expense.category}</span>
          </Td>
          <Td numeric className="font-medium">
            <HomeMoney amount={expense.amount} />
          </Td>
          <Td className="whitespace-nowrap text-muted tabular-nums">{formatDay(expense.expenseDate)}</Td>
          <Td title={expense.vendor ?? undefined}>
            {expense.vendor ? <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{expense.vendor}</bdi> : '-'}
          </Td>
          <Td>
            <Actions expense={expense} actions={actions} className="justify-end" />
          </Td>
        </Tr>
      ))}
    </tbody>
  </Table>
)

const ExpenseLines = ({ expenses, actions }: Props) => (
  <ul aria-label="Expenses" className="divide-y divide-line">
    {expenses.map((expense) => (
      <li key={expense.id} className="group grid grid-cols-1 gap-1 px-4 py-3">
        <div className="flex items-baseline justify-between gap-3">
          <bdi className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere]">{expense.description}</bdi>
          <span className="shrink-0 font-medium tabular-nums">
            <HomeMoney amount={expense.amount} />
          </span>
        </div>
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 text-[0.8125rem] text-muted">
            <span className="tabular-nums">{formatDay(expense.expenseDate)}</span> · {expense.category}
            <span className="block truncate">
              <bdi>{expense.vendor ?? '-'}</bdi>
              {expense.customerName && (
                <>
                  {' '}
                  · For <bdi>{expense.customerName}</bdi>
                </>
              )}
            </span>
          </p>
          <span className="flex shrink-0 items-center">
            <ReceiptLink expense={expense} />
            <Actions expense={expense} actions={actions} className="-mr-2" />
          </span>
        </div>
      </li>
    ))}
  </ul>
)

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

/** A menu where nothing hovers. */
const Actions = ({ expense, actions, className }: { expense: ExpenseWire; actions: RowActions<ExpenseWire>; className?: string }) => (
  <span className={cx('flex items-center', className)}>
    <span className="flex items-center opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden">
      <Button variant="ghost" size="icon" onClick={() => actions.edit(expense)} aria-label={`Edit ${expense.description}`} title="Edit">
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="text-muted hover:text-danger"
        onClick={() => actions.remove(expense)}
        aria-label={`Delete ${expense.description}`}
        title="Delete"
      >
        <Trash2 aria-hidden />
      </Button>
    </span>
    <span className="pointer-fine:hidden">
      <MoreMenu
        name={expense.description}
        entries={[
          { label: 'Edit', icon: Pencil, run: () => actions.edit(expense) },
          { label: 'Delete', icon: Trash2, isDanger: true, run: () => actions.remove(expense) },
        ]}
      />
    </span>
  </span>
)
