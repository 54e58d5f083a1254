import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useParams } from 'wouter'
import type { EndpointAt } from '#modules/contract.ts'
import type { publicCreditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import type { publicEstimateEndpoints } from '#shared/contract/endpoints/public-estimate.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import { type DocumentStatus, tones } from '#web/documents/list/status-badge.tsx'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { DocumentDetails, DocumentHeader } from './document-details.tsx'
import { DocumentPage } from './document-page.tsx'
import { DocumentPlaceholder, isNotFound } from './document-placeholder.tsx'
import { find, inBrowserLanguage, setLanguage } from './language.ts'
import type { PublicBusiness, PublicDocument } from './public-document.ts'

type Endpoints = typeof publicCreditNoteEndpoints | typeof publicEstimateEndpoints
type Page<E extends Endpoints> = WireReplyOf<EndpointAt<E['read']>>
type Props<E extends Endpoints> = { doc: PublicDocument; endpoints: E; children: (page: Page<E>) => ReactNode }

/** The document of the address. Coming back to the tab fetches it again, so that an answer is for its current version. */
export const PublicDocumentPage = <E extends Endpoints>({ doc, endpoints, children }: Props<E>) => {
  const { id: publicId = '' } = useParams()
  const { read }: Endpoints = endpoints
  const { data, error, refetch } = useQuery({
    queryKey: [read.path, publicId],
    queryFn: async ({ signal }) => {
      const reading = call(read, { params: { publicId }, signal }) as Promise<Page<E> & { businessProfile: PublicBusiness }>
      const page = await reading.catch(inBrowserLanguage)
      await setLanguage(page.businessProfile)
      return page
    },
    refetchOnWindowFocus: 'always',
  })
  // A failed refetch leaves the page unchanged, unless the document no longer exists.
  if (!data || isNotFound(error)) return <DocumentPlaceholder doc={doc} error={error} retry={() => void refetch()} />
  return children(data)
}

type PlainPage = ComponentProps<typeof DocumentDetails>['doc'] & {
  id: string
  status: DocumentStatus
  businessProfile: PublicBusiness
  notes?: string | null
  terms?: string | null
}
type PlainProps<E extends Endpoints> = {
  type: DocumentKind
  endpoints: E
  facts: (page: Page<E>) => ComponentProps<typeof DocumentHeader>['facts']
}

/** A document that its reader only reads. */
export const PlainDocumentPage = <E extends Endpoints>({ type, endpoints, facts }: PlainProps<E>) => {
  const { noun, title, numberField } = documentInfo[type]
  return (
    <PublicDocumentPage doc={noun} endpoints={endpoints}>
      {(page) => {
        const doc = page as Page<E> & PlainPage
        const { status, notes = null, terms = null } = doc
        const number = String(page[numberField as keyof Page<E>])
        return (
          <DocumentPage doc={noun} number={number} business={doc.businessProfile}>
            <DocumentHeader title={`${find(title)} ${number}`} state={{ label: status, tone: tones[status] }} facts={facts(page)} />
            <DocumentDetails
              doc={doc}
              texts={[
                { title: 'Notes', text: notes },
                { title: 'Terms', text: terms },
              ]}
              pdf={{ label: 'Download PDF', url: getEndpointUrl(endpoints.pdf, { params: { publicId: doc.id } } as never) }}
            />
          </DocumentPage>
        )
      }}
    </PublicDocumentPage>
  )
}
