import { publicCreditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { listDelivery } from '#web/documents/public/document-details.tsx'
import { formatDay } from '#web/documents/public/language.ts'
import { PlainDocumentPage } from '#web/documents/public/public-document-page.tsx'

export default function CreditNotePage() {
  return (
    <PlainDocumentPage
      type="credit-note"
      endpoints={publicCreditNoteEndpoints}
      facts={({ customerName, issueDate, deliveryDate, invoiceNumber }) => [
        { label: 'Credit for' as const, text: customerName },
        { label: 'Issue date' as const, text: formatDay(issueDate) },
        ...listDelivery({ deliveryDate }),
        ...(invoiceNumber === null ? [] : [{ label: 'For invoice' as const, text: invoiceNumber }]),
      ]}
    />
  )
}
