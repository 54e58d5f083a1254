import { type MouseEvent, type ReactNode, Suspense } from 'react'
import type { EntityRow } from '#web/entity/entity.ts'
import { cx } from '#web/ui/cx.ts'
import { OpenPanelContext } from './document-link.tsx'
import { getRowId } from './row-focus.ts'
import type { DocumentList } from './use-document-list.ts'

type Props<Doc extends EntityRow> = {
  documents: DocumentList<Doc>
  label: string
  head: ReactNode
  foot?: ReactNode
  panel: (openId: number) => ReactNode
  children: ReactNode
}

/** What handles clicks itself inside a row. */
const controls = 'a,button,input,label'

const getClickedId = ({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): number | undefined => {
  if (!(target instanceof Element) || target.closest(controls)) return undefined
  if (ctrlKey || metaKey || shiftKey || altKey || getSelection()?.isCollapsed === false) return undefined
  return getRowId(target)
}

export const DocumentListPage = <Doc extends EntityRow>({ documents, label, head, foot, panel, children }: Props<Doc>) => {
  const { page, container, panelRoute } = documents
  const { openId } = panelRoute
  const openClicked = (event: MouseEvent) => {
    const id = getClickedId(event)
    if (id !== undefined) panelRoute.open(id)
  }
  return (
    <OpenPanelContext value={panelRoute.open}>
      <div ref={page} className={cx('grid grid-cols-1 items-start gap-6', openId !== undefined && 'xl:grid-cols-[minmax(0,1fr)_26rem]')}>
        <section aria-label={label} className="@container min-w-0 max-md:pb-16">
          {head}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link for the keyboard; for the pointer the whole row is its target */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
          <div ref={container} tabIndex={-1} onClick={openClicked} className="outline-none">
            {children}
          </div>
          {foot}
        </section>
        {openId !== undefined && <Suspense>{panel(openId)}</Suspense>}
      </div>
    </OpenPanelContext>
  )
}
