import { type ReactNode, Suspense } from 'react'
import type { EntityRow } from '#web/entity/entity.ts'
import { cx } from '#web/ui/cx.ts'
import { OpenPanelContext } from './document-link.tsx'
import type { DocumentList } from './use-document-list.ts'

type Props<PdfDocument extends EntityRow> = {
  documents: DocumentList<PdfDocument>
  /** The list's name, e.g. 'Invoices'. */
  label: string
  /** Above the list: search, filters and the create button. */
  head: ReactNode
  /** Below the list. */
  foot?: ReactNode
  panel: (openId: number) => ReactNode
  /** The list. */
  children: ReactNode
}

/** A list of documents, with the panel of one of them beside it. */
export const DocumentPage = <PdfDocument extends EntityRow>({ documents, label, head, foot, panel, children }: Props<PdfDocument>) => {
  const { page, box, place } = documents
  const { openId } = place
  return (
    <OpenPanelContext value={place.open}>
      <div ref={page} className={cx('grid grid-cols-1 items-start gap-6', openId !== undefined && 'xl:grid-cols-[minmax(0,1fr)_26rem]')}>
        <section aria-label={label} className="@container min-w-0 max-md:pb-16">
          {head}
          <div ref={box} tabIndex={-1} className="outline-none">
            {children}
          </div>
          {foot}
        </section>
        {openId !== undefined && <Suspense>{panel(openId)}</Suspense>}
      </div>
    </OpenPanelContext>
  )
}
