import { RefreshCw } from 'lucide-react'
import type { PublicEstimateWire } from '#shared/api/public-estimate.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { showInstant } from '#web/lib/show-instant.ts'
import { PaperDetails } from '#web/public/paper-details.tsx'
import { PaperHead } from '#web/public/paper-head.tsx'
import { PaperSums } from '#web/public/paper-sums.tsx'
import type { Tone } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { pdfUrl } from './calls.ts'
import { panelId } from './open-panel.tsx'
import type { Content, ReadablePage } from './wire.ts'

const tones: Record<PublicEstimateWire['state'], Tone> = {
  open: 'note',
  accepted: 'good',
  declined: 'danger',
  expired: 'warn',
  withdrawn: 'neutral',
}

type Props = {
  page: ReadablePage
  /** What it said when the page was opened, if it has been changed since. */
  before: Content | undefined
}

/** The estimate as the customer reads it. */
export const Paper = ({ page, before }: Props) => {
  const { estimate, state } = page
  return (
    <>
      {before && <ChangedMark before={before} now={estimate} />}
      <PaperHead
        title={`Estimate ${page.estimateNumber}`}
        state={{ words: state, tone: tones[state] }}
        facts={[
          { label: 'From', text: page.businessProfile.businessName },
          { label: 'Prepared for', text: estimate.customerName },
          { label: 'Issue date', text: showDay(estimate.issueDate) },
          { label: 'Valid until', text: showDay(estimate.expiryDate), isPast: state === 'expired' },
        ]}
      />
      <PaperDetails
        lineItems={estimate.lineItems}
        sums={<PaperSums paper={estimate} />}
        words={[
          { title: 'Notes', text: estimate.notes },
          { title: 'Terms', text: estimate.terms },
        ]}
        pdf={{ words: 'Download PDF', url: pdfUrl(page.id) }}
        actions={
          state === 'open' && (
            <ButtonLink className="max-sm:w-full lg:hidden" href={`#${panelId}`}>
              Accept or decline
            </ButtonLink>
          )
        }
      />
      {page.answer && (state === 'accepted' || state === 'declined') && (
        <p className="hidden px-7 text-sm print:block">
          {state === 'accepted' ? 'Accepted' : 'Declined'} {page.answer.by && `by ${page.answer.by} `}on {showInstant(page.answer.at)}
        </p>
      )}
    </>
  )
}

const ChangedMark = ({ before, now }: { before: Content; now: Content }) => (
  <p className="flex items-start gap-2 border-line border-b bg-warn-soft px-4 py-2.5 text-sm text-warn sm:px-7 print:hidden">
    <RefreshCw className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span>
      Changed since you opened it: this is the present version.
      {before.total !== now.total && ` Its total was ${showMoney(before.total)} before.`}
    </span>
  </p>
)
