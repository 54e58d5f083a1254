import { memo } from 'react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import type { ActionName } from '#web/features/invoices/actions/actions.ts'
import { cx } from '#web/ui/cx.ts'
import { InvoiceState } from './invoice-state.tsx'
import { Amount, type InvoiceRowsProps } from './invoice-table.tsx'
import { RowActions } from './row-actions.tsx'
import { RowCheckbox } from './row-checkbox.tsx'

/** On touch screens the menu has all actions. */
const noIcons: readonly ActionName[] = []

export const InvoiceCards = ({ invoices, busy, isSelected, onSelect }: InvoiceRowsProps) => (
  <ul aria-label="Invoices" className="divide-y divide-line">
    {invoices.map((invoice) => (
      <Item
        key={invoice.id}
        invoice={invoice}
        busy={busy?.id === invoice.id ? busy.name : undefined}
        isSelected={isSelected(invoice.id)}
        onSelect={onSelect}
      />
    ))}
  </ul>
)

type ItemProps = { invoice: ListedInvoiceWire; busy: ActionName | undefined; isSelected: boolean; onSelect: InvoiceRowsProps['onSelect'] }

const Item = memo(({ invoice, busy, isSelected, onSelect }: ItemProps) => (
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
      <RowActions invoice={invoice} icons={noIcons} busy={busy} menuSide="left" />
    </div>
  </li>
))
