import { memo } from 'react'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { EmailMark } from '#web/documents/email/email-mark.tsx'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import type { RowsProps } from '#web/documents/list/document-table.tsx'
import { ActionMenu } from '#web/documents/list/row-actions.tsx'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { type ActionName, creditNotes } from '#web/features/credit-notes/actions/credit-note-kind.ts'
import { cx } from '#web/ui/cx.ts'

export const CreditNoteRows = ({ rows, openId }: RowsProps<ActionName, ListedCreditNoteWire>) => (
  <ul aria-label="Credit notes" className="divide-y divide-line rounded-lg border border-line bg-surface">
    {rows.map((note) => (
      <Row key={note.id} note={note} isOpen={note.id === openId} />
    ))}
  </ul>
)

const Row = memo(({ note, isOpen }: { note: ListedCreditNoteWire; isOpen: boolean }) => {
  const { id, creditNoteNumber, status, customer, invoice, currency, total, issueDate, emailState } = note
  return (
    <li
      data-row
      data-record={id}
      className={cx(
        'relative grid cursor-pointer scroll-mt-4 scroll-mb-4 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm @4xl:grid-cols-[10rem_minmax(0,1fr)_7rem_9rem_6rem_auto]',
        isOpen ? 'bg-accent-soft/60' : 'hover:bg-sunken/50 has-[a[data-row-link]:focus-visible]:bg-sunken/50',
      )}
    >
      <span className="min-w-0 font-medium">
        <DocumentLink
          list="/credit-notes"
          id={id}
          number={creditNoteNumber}
          className="-my-1 block py-1 pointer-coarse:-my-2.5 pointer-coarse:py-2.5 pointer-coarse:after:absolute pointer-coarse:after:inset-0"
          numberClassName="line-clamp-2 [overflow-wrap:anywhere]"
        />
      </span>
      <span className="min-w-0 @max-4xl:order-last @max-4xl:col-span-2" title={customer.name}>
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{customer.name}</bdi>
        <span className="block truncate text-[0.8125rem] text-muted">
          {invoice ? `for ${invoice.invoiceNumber}` : 'credit of the customer'}
        </span>
      </span>
      <span className="whitespace-nowrap text-muted tabular-nums @max-4xl:hidden">{formatDay(issueDate)}</span>
      <span className={cx('whitespace-nowrap text-right font-medium tabular-nums', status === 'voided' && 'text-muted line-through')}>
        {formatMoney(total, currency)}
      </span>
      <span className="flex items-center gap-1.5 @max-4xl:order-last @max-4xl:justify-self-end">
        <StatusBadge status={status} />
        <EmailMark state={emailState} />
      </span>
      <span className="relative z-1 -my-1.5 -mr-2">
        <ActionMenu kind={creditNotes} doc={note} />
      </span>
    </li>
  )
})
