import { type ReactNode, useEffect } from 'react'
import { cx } from '#web/ui/cx.ts'
import { BusinessContact } from './business-contact.tsx'
import { find } from './language.ts'
import { getTitle, type PublicBusiness, type PublicDocument } from './public-document.ts'
import { PublicFrame } from './public-frame.tsx'

type Props = {
  doc: PublicDocument
  number: string
  business: PublicBusiness
  sandbox?: boolean | undefined
  /** Beside the document: what its reader can do. */
  panel?: ReactNode
  panelClassName?: string
  children: ReactNode
}

const card = 'min-w-0 overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-0'

export const DocumentPage = ({ doc, number, business, sandbox, panel, panelClassName, children }: Props) => {
  const { businessName } = business
  useEffect(() => {
    document.title = `${find(getTitle(doc))} ${number} · ${businessName}`
  }, [doc, number, businessName])
  return (
    <PublicFrame business={business} sandbox={sandbox}>
      {panel ? (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6 print:block">
          <div className={cx('grid min-w-0 gap-5 lg:col-start-2 lg:row-start-1 lg:gap-6', panelClassName)}>
            {panel}
            <BusinessContact doc={doc} business={business} className="max-lg:hidden print:hidden" />
          </div>
          <div className={card}>{children}</div>
          <BusinessContact doc={doc} business={business} className="lg:hidden print:block" />
        </div>
      ) : (
        <div className="mx-auto grid max-w-3xl gap-5 lg:gap-6">
          <div className={card}>{children}</div>
          <BusinessContact doc={doc} business={business} />
        </div>
      )}
    </PublicFrame>
  )
}
