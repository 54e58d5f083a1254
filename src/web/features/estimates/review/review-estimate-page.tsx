import { useEffect, useRef, useState } from 'react'
import { publicEstimateEndpoints } from '#shared/contract/endpoints/public-estimate.ts'
import type { PublicEstimateWire } from '#shared/contract/public-estimate.ts'
import { DocumentHeader } from '#web/documents/public/document-details.tsx'
import { DocumentPage } from '#web/documents/public/document-page.tsx'
import { t } from '#web/documents/public/language.ts'
import { PublicDocumentPage } from '#web/documents/public/public-document-page.tsx'
import { rich } from '#web/documents/public/rich-text.ts'
import { Accepted, ContactLink, Declined, Expired, StatusHeading } from './answered.tsx'
import { EstimateDocument } from './estimate-document.tsx'
import { OpenPanel } from './open-panel.tsx'
import { isReadable, type ReadablePage, useAnswer } from './use-answer.ts'

/** Its content is no longer sent. */
const Withdrawn = ({
  page,
  hasChanged,
}: {
  page: PublicEstimateWire
  /** It was withdrawn while the page was open. */
  hasChanged: boolean
}) => (
  <DocumentPage doc="estimate" number={page.estimateNumber} business={page.businessProfile}>
    <DocumentHeader title={`${t('Estimate')} ${page.estimateNumber}`} state={{ label: 'withdrawn', tone: 'neutral' }} facts={[]} />
    <div className="px-4 py-5 sm:px-7 sm:py-6">
      <StatusHeading hasChanged={hasChanged}>{t('This estimate has been withdrawn')}</StatusHeading>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        {rich('It can no longer be read or answered. {business} can tell you why or send you a new one.', {
          business: <bdi>{page.businessProfile.businessName}</bdi>,
        })}
      </p>
      <ContactLink page={page} label={t('Ask about this estimate')} />
    </div>
  </DocumentPage>
)

const Review = ({ page }: { page: ReadablePage }) => {
  const [first] = useState(page)
  const answer = useAnswer(page)
  const before = page.state === 'open' && page.estimate.version !== first.estimate.version ? first.estimate : undefined
  // A reader who was answering is told the new state.
  const props = { page, hasChanged: page.state !== first.state }
  return (
    <DocumentPage
      doc="estimate"
      number={page.estimateNumber}
      business={page.businessProfile}
      panelClassName="lg:sticky lg:top-6"
      panel={
        page.state === 'accepted' ? (
          <Accepted {...props} />
        ) : page.state === 'declined' ? (
          <Declined {...props} />
        ) : page.state === 'expired' ? (
          <Expired {...props} />
        ) : (
          <OpenPanel page={page} answer={answer} isChanged={before !== undefined} />
        )
      }
    >
      <EstimateDocument page={page} before={before} />
    </DocumentPage>
  )
}

const ReadableOrNot = ({ page }: { page: PublicEstimateWire }) => {
  const wasReadable = useRef(false)
  useEffect(() => {
    wasReadable.current = isReadable(page)
  }, [page])
  return isReadable(page) ? <Review page={page} /> : <Withdrawn page={page} hasChanged={wasReadable.current} />
}

export default function ReviewEstimatePage() {
  return (
    <PublicDocumentPage doc="estimate" endpoints={publicEstimateEndpoints}>
      {(page) => <ReadableOrNot key={page.id} page={page} />}
    </PublicDocumentPage>
  )
}
