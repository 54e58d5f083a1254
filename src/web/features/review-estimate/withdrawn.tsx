import type { PublicEstimateWire } from '#shared/api/public-estimate.ts'
import { BusinessContact } from '#web/public/business-contact.tsx'
import { DocumentHead } from '#web/public/paper-head.tsx'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { StatusHeading } from './news-heading.tsx'
import { ContactLink } from './write-to.tsx'

/** The business took the estimate back: what it said is nobody's business any more. */
export const Withdrawn = ({ page, isNews }: { page: PublicEstimateWire /** It happened while the page was open. */; isNews: boolean }) => (
  <PublicFrame business={page.businessProfile}>
    <div className="mx-auto grid max-w-2xl gap-5 lg:gap-6">
      <div className="min-w-0 overflow-hidden rounded-xl border border-line bg-surface print:border-0">
        <DocumentHead
          title={`Estimate ${page.estimateNumber}`}
          state={{ words: 'Withdrawn', tone: 'neutral' }}
          facts={[{ label: 'From', text: page.businessProfile.businessName }]}
        />
        <div className="px-4 py-5 sm:px-7 sm:py-6">
          <StatusHeading isNews={isNews}>This estimate has been withdrawn</StatusHeading>
          <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
            It can't be read or answered any more. <bdi>{page.businessProfile.businessName}</bdi> can tell you why, or send you a new one.
          </p>
          <ContactLink page={page} words="Ask about this estimate" />
        </div>
      </div>
      <BusinessContact doc="estimate" business={page.businessProfile} />
    </div>
  </PublicFrame>
)
