import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { publicCreditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { creditNoteStatusLabels } from '#shared/credit-note-rules.ts'
import { formatDay } from '#shared/dates.ts'
import { DocumentDetails, DocumentHeader } from '#web/documents/public/document-details.tsx'
import { DocumentPage } from '#web/documents/public/document-page.tsx'
import { DocumentPlaceholder } from '#web/documents/public/document-placeholder.tsx'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'

export default function CreditNotePage() {
  const { id: publicId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: [publicCreditNoteEndpoints.read.path, publicId],
    queryFn: ({ signal }) => call(publicCreditNoteEndpoints.read, { params: { publicId }, signal }),
    refetchOnWindowFocus: 'always',
  })
  if (!data) return <DocumentPlaceholder doc="credit note" error={error} retry={() => void refetch()} />
  const { creditNoteNumber, status } = data
  return (
    <DocumentPage doc="credit note" number={creditNoteNumber} business={data.businessProfile}>
      <DocumentHeader
        title={`Credit note ${creditNoteNumber}`}
        state={{ label: creditNoteStatusLabels[status], tone: status === 'voided' ? 'neutral' : 'note' }}
        facts={[
          { label: 'Credit for', text: data.customerName },
          { label: 'Issue date', text: formatDay(data.issueDate) },
          ...(data.invoiceNumber === null ? [] : [{ label: 'For invoice', text: data.invoiceNumber }]),
        ]}
      />
      <DocumentDetails
        doc={data}
        texts={[{ title: 'Notes', text: data.notes }]}
        pdf={{ label: 'Download PDF', url: getEndpointUrl(publicCreditNoteEndpoints.pdf, { params: { publicId } }) }}
      />
    </DocumentPage>
  )
}
