import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { DocumentFacts } from '#web/documents/panel/document-panel.tsx'
import { PanelSection, RecordLink } from '#web/documents/panel/panel-section.tsx'
import { TypedPanel } from '#web/documents/panel/typed-panel.tsx'
import { useDocumentHistory } from '#web/documents/panel/use-document.ts'
import { creditNotes } from '#web/features/credit-notes/actions/credit-note-kind.ts'
import { CreditRefundRow } from '#web/features/credit-notes/refund/credit-refund-row.tsx'

export default function CreditNotePanel(props: PanelProps<ListedCreditNoteWire>) {
  return (
    <TypedPanel
      {...props}
      kind={creditNotes}
      facts={(note) => <Facts note={note} />}
      actions={['email', 'download', 'view', 'refund', 'void']}
    >
      {(note) => !note.invoice && <Refunds note={note} />}
    </TypedPanel>
  )
}

const Refunds = ({ note }: { note: ListedCreditNoteWire }) => {
  const { data, error } = useDocumentHistory(creditNoteEndpoints, note.id)
  if (error && !data) return null
  return (
    <PanelSection title="Refunds" rows={data && (data.refunds ?? [])} empty="No refunds yet.">
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

const Facts = ({ note }: { note: ListedCreditNoteWire }) => {
  const { status, total, currency, issueDate, invoice, creditLeft } = note
  const isVoided = status === 'voided'
  return (
    <DocumentFacts
      doc={note}
      label={isVoided ? 'Voided' : 'Credit'}
      amount={<span className={isVoided ? 'font-normal text-muted line-through' : ''}>{formatMoney(total, currency)}</span>}
    >
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
    </DocumentFacts>
  )
}
