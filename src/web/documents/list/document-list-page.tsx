import { type ReactNode, Suspense } from 'react'
import type { EntityRow } from '#web/entity/entity.ts'
import { cx } from '#web/ui/cx.ts'
import { OpenPanelContext } from './document-link.tsx'
import type { DocumentList } from './use-document-list.ts'

type Props<Doc extends EntityRow> = {
  documents: DocumentList<Doc>
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
export const DocumentListPage = <Doc extends EntityRow>({ documents, label, head, foot, panel, children }: Props<Doc>) => {
  const { page, container, panelRoute } = documents
  const { openId } = panelRoute
  return (
    <OpenPanelContext value={panelRoute.open}>
      <div ref={page} className={cx('grid grid-cols-1 items-start gap-6', openId !== undefined && 'xl:grid-cols-[minmax(0,1fr)_26rem]')}>
        <section aria-label={label} className="@container min-w-0 max-md:pb-16">
          {head}
          <div ref={container} tabIndex={-1} className="outline-none">
            {children}
          </div>
          {foot}
        </section>
        {openId !== undefined && <Suspense>{panel(openId)}</Suspense>}
      </div>
    </OpenPanelContext>
  )
}
