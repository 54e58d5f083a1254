import { memo } from 'react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { EmailMark } from '#web/documents/email/email-mark.tsx'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import type { ActionName } from '#web/features/invoices/actions/actions.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { AttentionMark, getAttention } from './attention-mark.tsx'
import { Amount, type InvoiceRowsProps } from './invoice-table.tsx'
import { RowActions } from './row-actions.tsx'
import { RowCheckbox } from './row-checkbox.tsx'

const icons: readonly ActionName[] = ['view', 'link', 'email']

/** The list on phones. A tap on a card opens its invoice. */
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
      'relative grid grid-cols-[auto_minmax(0,1fr)] scroll-mt-20 scroll-mb-36 pt-2 pr-4 pb-1 [contain-intrinsic-size:auto_9rem] [content-visibility:auto]',
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
      {getAttention(invoice) && (
        <p className="mt-1.5">
          <AttentionMark attention={getAttention(invoice)} />
        </p>
      )}
      <div className="-mr-2.5 flex items-center justify-between gap-2">
        <span className="flex items-center gap-1.5">
          <StatusBadge status={invoice.status} />
          <EmailMark state={invoice.emailState} />
        </span>
        <div className="relative z-1">
          <RowActions invoice={invoice} icons={icons} busy={busy} menuSide="left" />
        </div>
      </div>
    </div>
  </li>
))
