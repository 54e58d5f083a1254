import { memo } from 'react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { showsIcons } from '#web/documents/list/action-icons.tsx'
import type { Busy } from '#web/documents/list/actions.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import type { ListUrl } from '#web/entity/entity-page.tsx'
import { SortableTh } from '#web/entity/sortable-th.tsx'
import type { ActionName } from '#web/features/invoices/actions/actions.ts'
import { formatWrappingMoney } from '#web/lib/format/amount.ts'
import { cx } from '#web/ui/cx.ts'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { RowActions } from './row-actions.tsx'
import { RowCheckbox } from './row-checkbox.tsx'

export const Amount = ({ invoice: { status, currency, total, balanceDue } }: { invoice: ListedInvoiceWire }) => (
  <>
    <span className="block whitespace-normal font-medium tabular-nums">{formatWrappingMoney(total, currency)}</span>
    {status !== 'paid' && balanceDue !== total && (
      <span className="block whitespace-normal text-muted text-xs tabular-nums">{formatWrappingMoney(balanceDue, currency)} due</span>
    )}
  </>
)

export type InvoiceRowsProps = {
  invoices: readonly ListedInvoiceWire[]
  address: ListUrl
  busy: Busy<ActionName> | undefined
  openId: number | undefined
  isSelected: (id: number) => boolean
  onSelect: (id: number, range: boolean) => void
  /** Selects none when all are selected. */
  onSelectAll: () => void
  selectedCount: number
}

const icons: readonly ActionName[] = ['view', 'edit', 'download', 'link', 'email']

export const InvoiceTable = ({ invoices, address, busy, openId, isSelected, onSelect, onSelectAll, selectedCount }: InvoiceRowsProps) => (
  <Table
    aria-label="Invoices"
    className="table-fixed [&_:is(td,th)]:px-2 @5xl:[&_:is(td,th):nth-child(5)]:pl-5 [&_:is(td,th):first-child]:pr-0 [&_:is(td,th):first-child]:pl-2 @4xl:[&_:is(td,th):last-child]:pr-3"
  >
    <thead>
      <Tr className="border-b!">
        <Th className="w-11 pointer-coarse:w-13">
          <RowCheckbox
            label="Select all loaded invoices"
            checked={selectedCount === invoices.length}
            mixed={selectedCount > 0 && selectedCount < invoices.length}
            onToggle={onSelectAll}
          />
        </Th>
        <SortableTh by="invoiceNumber" address={address} className="w-31 @2xl:w-36 @5xl:w-[16%]">
          Invoice
        </SortableTh>
        <SortableTh by="customer" address={address}>
          Customer
        </SortableTh>
        <SortableTh by="total" address={address} largestFirst numeric className="w-29 @2xl:w-32 @5xl:w-36">
          Amount
        </SortableTh>
        <SortableTh by="issueDate" address={address} largestFirst className="hidden w-27 @2xl:table-cell @5xl:w-32">
          Date
        </SortableTh>
        <Th className="w-27 @3xl:w-38 @5xl:w-58">Status</Th>
        <Th className="w-13 text-right pointer-coarse:w-15 pointer-fine:@4xl:w-53">
          <span className="sr-only pointer-fine:@4xl:not-sr-only">Actions</span>
        </Th>
      </Tr>
    </thead>
    <tbody>
      {invoices.map((invoice) => (
        <Row
          key={invoice.id}
          invoice={invoice}
          busy={busy?.id === invoice.id ? busy.name : undefined}
          isOpen={invoice.id === openId}
          isSelected={isSelected(invoice.id)}
          onSelect={onSelect}
        />
      ))}
    </tbody>
  </Table>
)

type RowProps = {
  invoice: ListedInvoiceWire
  busy: ActionName | undefined
  isOpen: boolean
  isSelected: boolean
  onSelect: InvoiceRowsProps['onSelect']
}

const Row = memo(({ invoice, busy, isOpen, isSelected, onSelect }: RowProps) => (
  <Tr
    data-row
    data-record={invoice.id}
    className={cx(
      showsIcons,
      'cursor-pointer scroll-mt-4 scroll-mb-20 has-[a:focus-visible]:shadow-[inset_3px_0_var(--accent)]',
      isOpen || isSelected ? 'bg-accent-soft/60' : 'hover:bg-sunken/50 has-[a:focus-visible]:bg-sunken/50',
    )}
  >
    <Td>
      <RowCheckbox label={`Select ${invoice.invoiceNumber}`} checked={isSelected} onToggle={(range) => onSelect(invoice.id, range)} />
    </Td>
    <Td className="font-medium">
      <DocumentLink
        list="/invoices"
        id={invoice.id}
        number={invoice.invoiceNumber}
        className="-mx-1 block px-1 pointer-coarse:py-3"
        // Text cut off here would show in the link's own padding.
        numberClassName="line-clamp-2 [overflow-wrap:anywhere]"
      />
    </Td>
    <Td title={invoice.customer.name}>
      <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{invoice.customer.name}</bdi>
    </Td>
    <Td numeric>
      <Amount invoice={invoice} />
    </Td>
    <Td className="hidden whitespace-nowrap text-muted tabular-nums @2xl:table-cell">{formatDay(invoice.issueDate)}</Td>
    <Td>
      <InvoiceState invoice={invoice} />
    </Td>
    <Td>
      <RowActions invoice={invoice} icons={icons} busy={busy} menuSide="left" iconClassName="@max-4xl:hidden" />
    </Td>
  </Tr>
))
