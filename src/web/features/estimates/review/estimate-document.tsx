import { RefreshCw } from 'lucide-react'
import { publicEstimateEndpoints } from '#shared/contract/endpoints/public-estimate.ts'
import type { PublicEstimateWire } from '#shared/contract/public-estimate.ts'
import { DocumentDetails, DocumentHeader, listMoreFacts } from '#web/documents/public/document-details.tsx'
import { formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatInstant } from './answered.tsx'
import { panelId } from './open-panel.tsx'
import type { Content, ReadablePage } from './use-answer.ts'

const tones: Record<PublicEstimateWire['state'], Tone> = {
  open: 'note',
  accepted: 'good',
  declined: 'danger',
  expired: 'warn',
  withdrawn: 'neutral',
}

type Props = {
  page: ReadablePage
  /** The content when the page was opened, if it has changed since. */
  before: Content | undefined
}

export const EstimateDocument = ({ page, before }: Props) => {
  const { estimate, state } = page
  return (
    <>
      {before && <ChangedMark before={before} current={estimate} />}
      <DocumentHeader
        title={`${t('Estimate')} ${page.estimateNumber}`}
        state={{ label: state, tone: tones[state] }}
        facts={[
          { label: 'Prepared for', text: estimate.customerName },
          { label: 'Issue date', text: formatDay(estimate.issueDate) },
          { label: 'Valid until', text: formatDay(estimate.expiryDate), isPast: state === 'expired' },
          ...listMoreFacts(estimate),
        ]}
      />
      <DocumentDetails
        doc={estimate}
        texts={[
          { title: 'Notes', text: estimate.notes },
          { title: 'Terms', text: estimate.terms },
        ]}
        pdf={{ label: 'Download PDF', url: getEndpointUrl(publicEstimateEndpoints.pdf, { params: { publicId: page.id } }) }}
        actions={
          state === 'open' && (
            <ButtonLink className="max-sm:w-full lg:hidden" href={`#${panelId}`}>
              {t('Accept or decline')}
            </ButtonLink>
          )
        }
      />
      {page.answer && (state === 'accepted' || state === 'declined') && (
        <p className="hidden px-7 text-sm print:block">{describeAnswer(state, page.answer).replace(/\.$/, '')}</p>
      )}
    </>
  )
}

const describeAnswer = (state: 'accepted' | 'declined', { by, at }: NonNullable<PublicEstimateWire['answer']>): string => {
  const date = formatInstant(at)
  if (!by) return t('Declined on {date}.', { date })
  return state === 'accepted'
    ? t('Accepted by {name} on {date}.', { name: by, date })
    : t('Declined by {name} on {date}.', { name: by, date })
}

const ChangedMark = ({ before, current }: { before: Content; current: Content }) => (
  <p className="flex items-start gap-2 border-line border-b bg-warn-soft px-4 py-2.5 text-sm text-warn sm:px-7 print:hidden">
    <RefreshCw className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span>
      {t('Updated since you opened it. This is the current version.')}
      {before.total !== current.total &&
        ` ${t('The previous total was {amount}.', { amount: formatMoney(before.total, before.currency) })}`}
    </span>
  </p>
)
