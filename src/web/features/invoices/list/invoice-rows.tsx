import { memo } from 'react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import { type Column, DocumentTable, RowCheckbox, type RowsProps } from '#web/documents/list/document-table.tsx'
import { RowActions } from '#web/documents/list/row-actions.tsx'
import { type ActionName, invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { formatWrappingMoney } from '#web/lib/format/amount.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { InvoiceState } from './invoice-state.tsx'

const Amount = ({ invoice: { status, currency, total, balanceDue } }: { invoice: ListedInvoiceWire }) => (
  <>
    <span className="block whitespace-normal font-medium tabular-nums">{formatWrappingMoney(total, currency)}</span>
    {status !== 'paid' && balanceDue !== total && (
      <span className="block whitespace-normal text-muted text-xs tabular-nums">{formatWrappingMoney(balanceDue, currency)} due</span>
    )}
  </>
)

const columns: readonly Column<ListedInvoiceWire>[] = [
  {
    head: 'Invoice',
    by: 'invoiceNumber',
    headClassName: 'w-31 @2xl:w-36 @5xl:w-[16%]',
    className: 'font-medium',
    cell: ({ id, invoiceNumber }) => (
      <DocumentLink
        list="/invoices"
        id={id}
        number={invoiceNumber}
        className="-mx-1 block px-1 pointer-coarse:py-3"
        // Text cut off here would show in the link's own padding.
        numberClassName="line-clamp-2 [overflow-wrap:anywhere]"
      />
    ),
  },
  {
    head: 'Customer',
    by: 'customer',
    getTitle: ({ customer }) => customer.name,
    cell: ({ customer }) => <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{customer.name}</bdi>,
  },
  {
    head: 'Amount',
    by: 'total',
    largestFirst: true,
    numeric: true,
    headClassName: 'w-29 @2xl:w-32 @5xl:w-36',
    cell: (invoice) => <Amount invoice={invoice} />,
  },
  {
    head: 'Date',
    by: 'issueDate',
    largestFirst: true,
    headClassName: 'hidden w-27 @2xl:table-cell @5xl:w-32',
    className: 'hidden whitespace-nowrap text-muted tabular-nums @2xl:table-cell',
    cell: ({ issueDate }) => formatDay(issueDate),
  },
  { head: 'Status', headClassName: 'w-27 @3xl:w-38 @5xl:w-58', cell: (invoice) => <InvoiceState invoice={invoice} /> },
]

const icons: readonly ActionName[] = ['view', 'edit', 'download', 'link', 'email']
const tableClass =
  '@5xl:[&_:is(td,th):nth-child(5)]:pl-5 [&_:is(td,th):first-child]:pr-0 [&_:is(td,th):first-child]:pl-2 pointer-fine:@4xl:[&_th:last-child]:w-53'

export const InvoiceRows = (props: RowsProps<ActionName, ListedInvoiceWire>) => {
  const { rows, selection } = props
  if (useMediaQuery('(min-width: 48rem)'))
    return <DocumentTable {...props} kind={invoices} label="Invoices" columns={columns} icons={icons} side="left" className={tableClass} />
  return (
    <Card className="overflow-hidden p-0 sm:p-0">
      <ul aria-label="Invoices" className="divide-y divide-line">
        {rows.map((invoice) => (
          <Item key={invoice.id} invoice={invoice} isSelected={selection!.has(invoice.id)} onSelect={selection!.toggle} />
        ))}
      </ul>
    </Card>
  )
}

type ItemProps = { invoice: ListedInvoiceWire; isSelected: boolean; onSelect: (id: number, range: boolean) => void }

const Item = memo(({ invoice, isSelected, onSelect }: ItemProps) => (
  <li
    data-row
    data-record={invoice.id}
    // Cards outside the viewport are skipped when a dialog over hundreds of them opens or closes.
    className={cx(
      'relative grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] scroll-mt-4 scroll-mb-4 py-2 [contain-intrinsic-size:auto_6.5rem] [content-visibility:auto]',
      isSelected && 'bg-accent-soft/60',
    )}
  >
    <RowCheckbox
      label={`Select ${invoice.invoiceNumber}`}
      checked={isSelected}
      onToggle={(range) => onSelect(invoice.id, range)}
      className="relative z-1 mx-0.5"
    />
    <div className="grid min-w-0 gap-0.5 pt-1.5">
      <div className="flex items-start justify-between gap-3">
        <p className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere]">
          <bdi>{invoice.customer.name}</bdi>
        </p>
        <div className="shrink-0 text-right">
          <Amount invoice={invoice} />
        </div>
      </div>
      <p className="-my-2 min-w-0 text-muted text-sm tabular-nums [overflow-wrap:anywhere]">
        <DocumentLink
          list="/invoices"
          id={invoice.id}
          number={invoice.invoiceNumber}
          className="inline-block py-2 after:absolute after:inset-0"
        />{' '}
        · <span className="whitespace-nowrap">{formatDay(invoice.issueDate)}</span>
      </p>
      <div className="mt-1 min-h-6">
        <InvoiceState invoice={invoice} />
      </div>
    </div>
    <div className="relative z-1 mx-0.5">
      <RowActions kind={invoices} doc={invoice} side="left" />
    </div>
  </li>
))
