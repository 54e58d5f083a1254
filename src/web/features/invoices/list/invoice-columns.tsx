import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { getColumns } from '#web/documents/list/columns.tsx'
import { actionsColumn } from '#web/documents/list/row-actions.tsx'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { formatWrappingMoney } from '#web/lib/format/amount.ts'
import { InvoiceState } from './invoice-state.tsx'

const Amount = ({ invoice: { status, currency, total, balanceDue } }: { invoice: ListedInvoiceWire }) => (
  <>
    <span className="block whitespace-normal font-medium">{formatWrappingMoney(total, currency)}</span>
    {status !== 'paid' && balanceDue !== total && (
      <span className="block whitespace-normal font-normal text-muted text-xs">{formatWrappingMoney(balanceDue, currency)} due</span>
    )}
  </>
)

const { number, customer, total, date } = getColumns(invoices, [])
export const columns: readonly Column<ListedInvoiceWire>[] = [
  { ...number, inLine: 'note', size: 'w-31 @2xl:w-36 @5xl:w-38', className: 'font-medium' },
  {
    ...customer,
    inLine: 'title',
    cell: ({ customer: { name } }) => (
      <bdi className="line-clamp-2 [overflow-wrap:anywhere]" title={name}>
        {name}
      </bdi>
    ),
  },
  { ...total, size: 'w-29 @2xl:w-32 @5xl:w-40', cell: (invoice) => <Amount invoice={invoice} /> },
  {
    ...date,
    size: 'hidden w-27 @2xl:table-cell @5xl:w-32 @5xl:pl-5!',
    className: 'whitespace-nowrap text-muted tabular-nums',
  },
  { head: 'Status', inLine: 'below', size: 'w-27 @3xl:w-38 @5xl:w-46', cell: (invoice) => <InvoiceState invoice={invoice} /> },
  actionsColumn(invoices, ['remind', 'view', 'edit', 'download', 'link', 'email'], 'pointer-fine:@4xl:w-61'),
]
