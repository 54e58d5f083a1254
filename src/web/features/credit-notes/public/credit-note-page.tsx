import { publicCreditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { PlainDocumentPage } from '#web/documents/public/public-document-page.tsx'

export default function CreditNotePage() {
  return (
    <PlainDocumentPage
      type="credit-note"
      endpoints={publicCreditNoteEndpoints}
      facts={({ customerName, issueDate, invoiceNumber }) => [
        { label: 'Credit for', text: customerName },
        { label: 'Issue date', text: formatDay(issueDate) },
        ...(invoiceNumber === null ? [] : [{ label: 'For invoice', text: invoiceNumber }]),
      ]}
    />
  )
}
