import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { publicCreditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { creditNoteStatusLabels } from '#shared/credit-note-rules.ts'
import { formatDay } from '#shared/dates.ts'
import { BusinessContact } from '#web/documents/public/business-contact.tsx'
import { DocumentDetails } from '#web/documents/public/document-details.tsx'
import { DocumentHeader } from '#web/documents/public/document-header.tsx'
import { DocumentPlaceholder } from '#web/documents/public/document-placeholder.tsx'
import { DocumentTotals } from '#web/documents/public/document-totals.tsx'
import { PublicFrame } from '#web/documents/public/public-frame.tsx'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'

export default function CreditNotePage() {
  const { id: publicId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: [publicCreditNoteEndpoints.read.path, publicId],
    queryFn: ({ signal }) => call(publicCreditNoteEndpoints.read, { params: { publicId }, signal }),
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (data) document.title = `Credit note ${data.creditNoteNumber} · ${data.businessProfile.businessName}`
  }, [data])
  if (!data) return <DocumentPlaceholder doc="credit note" error={error} retry={() => void refetch()} />
  const { businessProfile: business, status } = data
  return (
    <PublicFrame business={business}>
      <div className="mx-auto grid max-w-3xl gap-5 lg:gap-6">
        <div className="min-w-0 overflow-hidden rounded-xl border border-line bg-surface print:border-0">
          <DocumentHeader
            title={`Credit note ${data.creditNoteNumber}`}
            state={{ label: creditNoteStatusLabels[status], tone: status === 'voided' ? 'neutral' : 'note' }}
            facts={[
              { label: 'Credit for', text: data.customerName },
              { label: 'Issue date', text: formatDay(data.issueDate) },
              ...(data.invoiceNumber === null ? [] : [{ label: 'For invoice', text: data.invoiceNumber }]),
            ]}
          />
          <DocumentDetails
            currency={data.currency}
            lineItems={data.lineItems}
            totals={<DocumentTotals doc={data} />}
            texts={[{ title: 'Notes', text: data.notes }]}
            pdf={{ texts: 'Download PDF', url: getEndpointUrl(publicCreditNoteEndpoints.pdf, { params: { publicId } }) }}
          />
        </div>
        <BusinessContact doc="credit note" business={business} />
      </div>
    </PublicFrame>
  )
}
