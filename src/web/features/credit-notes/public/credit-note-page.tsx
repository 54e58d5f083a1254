import { publicCreditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { creditNoteStatusLabels } from '#shared/credit-note-rules.ts'
import { formatDay } from '#shared/dates.ts'
import { PlainDocumentPage } from '#web/documents/public/public-document-page.tsx'

export default function CreditNotePage() {
  return (
    <PlainDocumentPage
      type="credit-note"
      endpoints={publicCreditNoteEndpoints}
      show={({ status, customerName, issueDate, invoiceNumber, notes }) => ({
        state: { label: creditNoteStatusLabels[status], tone: status === 'voided' ? 'neutral' : 'note' },
        facts: [
          { label: 'Credit for', text: customerName },
          { label: 'Issue date', text: formatDay(issueDate) },
          ...(invoiceNumber === null ? [] : [{ label: 'For invoice', text: invoiceNumber }]),
        ],
        texts: [{ title: 'Notes', text: notes }],
      })}
    />
  )
}
