import type { CreditNoteWire, ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { ActionButton } from '#web/documents/list/row-actions.tsx'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { DocumentLines } from '#web/documents/panel/document-lines.tsx'
import { CustomerLink, DocumentPanel, PanelFacts } from '#web/documents/panel/document-panel.tsx'
import { DocumentRecords } from '#web/documents/panel/document-records.tsx'
import { PanelSection, RecordLink } from '#web/documents/panel/panel-section.tsx'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { creditNotes } from '#web/features/credit-notes/actions/credit-note-kind.ts'
import { CreditRefundRow } from '#web/features/credit-notes/refund/credit-refund-row.tsx'

export default function CreditNotePanel(props: PanelProps<ListedCreditNoteWire>) {
  const { id } = props
  const refresh = useRefreshInvoices()
  return (
    <DocumentPanel {...props} kind={creditNotes} endpoints={creditNoteEndpoints} getBadge={({ status }) => <StatusBadge status={status} />}>
      {(note) => (
        <>
          <Facts note={note} />
          <DocumentLines key={id} doc={note} />
          <NextActions note={note} />
          <DocumentRecords key={`records ${id}`} endpoints={creditNoteEndpoints} id={id} refresh={refresh}>
            {(history) =>
              !note.invoice && (
                <PanelSection title="Refunds" rows={history && (history.refunds ?? [])} empty="No refunds yet.">
                  {(refunds) => (
                    <ul className="divide-y divide-line">
                      {refunds.map((refund) => (
                        <CreditRefundRow key={refund.id} note={note} refund={refund} />
                      ))}
                    </ul>
                  )}
                </PanelSection>
              )
            }
          </DocumentRecords>
        </>
      )}
    </DocumentPanel>
  )
}

const Facts = ({ note }: { note: ListedCreditNoteWire | CreditNoteWire }) => {
  const { status, total, currency, issueDate, invoice, creditLeft } = note
  const isVoided = status === 'voided'
  return (
    <PanelFacts
      label={isVoided ? 'Voided' : 'Credit'}
      amount={<span className={isVoided ? 'font-normal text-muted line-through' : ''}>{formatMoney(total, currency)}</span>}
    >
      <CustomerLink id={note.customerId} customer={note.customer} />
      <p className="text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">
        Issued {formatDay(issueDate)} ·{' '}
        {invoice ? (
          <>
            For invoice <RecordLink href={`/invoices/${invoice.id}`}>{invoice.invoiceNumber}</RecordLink>
          </>
        ) : (
          'Credit of the customer'
        )}
      </p>
      {status === 'issued' && creditLeft && creditLeft !== total && (
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {creditLeft === '0.00' ? 'All of it was applied or refunded.' : `${formatMoney(creditLeft, currency)} of it is left.`}
        </p>
      )}
    </PanelFacts>
  )
}

const NextActions = ({ note }: { note: ListedCreditNoteWire }) => {
  const of = { kind: creditNotes, doc: note }
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
      <ActionButton {...of} name="email" label="Send" variant="primary" />
      <ActionButton {...of} name="download" />
      <ActionButton {...of} name="view" />
      <ActionButton {...of} name="refund" />
      <ActionButton {...of} name="void" variant="ghost" />
    </div>
  )
}
