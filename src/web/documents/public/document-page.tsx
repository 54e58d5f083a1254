import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { BusinessContact } from './business-contact.tsx'
import type { PublicBusiness, PublicDocument } from './public-document.ts'
import { PublicFrame } from './public-frame.tsx'

type Props = {
  doc: PublicDocument
  business: PublicBusiness
  sandbox?: boolean | undefined
  panel: ReactNode
  panelClassName?: string
  children: ReactNode
}

export const DocumentPage = ({ doc, business, sandbox, panel, panelClassName, children }: Props) => (
  <PublicFrame business={business} sandbox={sandbox}>
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6 print:block">
      <div className={cx('grid min-w-0 gap-5 lg:col-start-2 lg:row-start-1 lg:gap-6', panelClassName)}>
        {panel}
        <BusinessContact doc={doc} business={business} className="max-lg:hidden print:hidden" />
      </div>
      <div className="min-w-0 overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-0">{children}</div>
      <BusinessContact doc={doc} business={business} className="lg:hidden print:block" />
    </div>
  </PublicFrame>
)
