import { publicCreditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { listMoreFacts } from '#web/documents/public/document-details.tsx'
import { formatDay } from '#web/documents/public/language.ts'
import { PlainDocumentPage } from '#web/documents/public/public-document-page.tsx'

export default function CreditNotePage() {
  return (
    <PlainDocumentPage
      type="credit-note"
      endpoints={publicCreditNoteEndpoints}
      facts={({ customerName, issueDate, invoiceNumber, ...note }) => [
        { label: 'Credit for' as const, text: customerName },
        { label: 'Issue date' as const, text: formatDay(issueDate) },
        ...listMoreFacts(note),
        ...(invoiceNumber === null ? [] : [{ label: 'For invoice' as const, text: invoiceNumber }]),
      ]}
    />
  )
}
