import { useState } from 'react'
import { DocumentPage } from '#web/public/paper-page.tsx'
import { Accepted, Declined, Expired } from './answered.tsx'
import { OpenPanel } from './open-panel.tsx'
import { EstimateDocument } from './paper.tsx'
import { useAnswer } from './use-answer.ts'
import type { ReadablePage } from './wire.ts'

/** The estimate, with its answer or the way to give one. */
export const Review = ({ page }: { page: ReadablePage }) => {
  const [first] = useState(page)
  const answer = useAnswer(page)
  const before = page.state === 'open' && page.estimate.version !== first.estimate.version ? first.estimate : undefined
  // Whoever was in the midst of answering hears where the estimate stands now.
  const news = { page, isNews: page.state !== first.state }
  return (
    <DocumentPage
      doc="estimate"
      business={page.businessProfile}
      panelClassName="lg:sticky lg:top-6"
      panel={
        page.state === 'accepted' ? (
          <Accepted {...news} />
        ) : page.state === 'declined' ? (
          <Declined {...news} />
        ) : page.state === 'expired' ? (
          <Expired {...news} />
        ) : (
          <OpenPanel page={page} answer={answer} isChanged={before !== undefined} />
        )
      }
    >
      <EstimateDocument page={page} before={before} />
    </DocumentPage>
  )
}
