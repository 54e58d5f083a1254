import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useEffect } from 'react'
import { capitalize, type EntityRow } from '#web/entity/entity.ts'
import { type Look, RecordList } from '#web/kit/list/record-list.tsx'
import { useAsRows } from '#web/kit/list/rows-switch.tsx'
import { useRowKeys } from '#web/kit/list/use-row-keys.ts'
import type { Selection } from '#web/kit/list/use-selection.ts'
import { preloadWhenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FloatingActionButton } from '#web/ui/floating-action-button.tsx'
import { type Busy, BusyContext, type Run, RunContext } from './actions.ts'
import { DocumentHead } from './document-head.tsx'
import type { DocumentKind } from './document-kind.ts'
import { OpenPanelContext } from './document-link.tsx'
import { useShowKind } from './shown-kind.ts'
import type { DocumentList } from './use-document-list.ts'

export type PanelProps<Doc> = {
  id: number
  /** The row of the list stands in while the document loads. */
  listed: Doc | undefined
  close: () => void
  /** Receives the shown document, for the page's shortcuts. */
  documentRef: RefObject<Doc | undefined>
}

export const lazyPanel = <Doc,>(load: () => Promise<{ default: ComponentType<PanelProps<Doc>> }>) => Object.assign(lazy(load), { load })

type Props<Name extends string, Doc extends EntityRow> = {
  kind: DocumentKind<Name, Doc>
  documents: DocumentList<Doc>
  actions: { run: Run<Name, Doc>; busy: Busy<Name> | undefined; dialogs?: ReactNode }
  selection?: Selection<Doc> & { remove: () => void }
  panel: ReturnType<typeof lazyPanel<Doc>>
  /** Instead of tabs of statuses, search, period, views and export. */
  head?: ReactNode
  placeholder?: string
  notice?: ReactNode
  look: Look<Doc>
  empty: {
    icon: ReactNode
    title?: string | undefined
    /** When there are none at all, and what to do then. */
    hint: string
    action?: ReactNode
  }
  /** What makes one: in the head, on phones at the bottom of the page, and where there are none, with its own words. */
  create?: { label: string; first?: string; run: () => unknown }
  foot?: ReactNode
  children?: ReactNode
}

export const DocumentListPage = <Name extends string, Doc extends EntityRow>(props: Props<Name, Doc>) => {
  const { kind, documents, actions, selection, panel: Panel, head, placeholder, notice, look, empty, create, foot, children } = props
  const { noun } = kind
  const { page, container, panelRoute, address, list, isNarrowed, find } = documents
  const { openId } = panelRoute
  useEffect(() => preloadWhenIdle(Panel.load), [Panel])
  useRowKeys({
    ...{ page, container, find, selection },
    panel: panelRoute,
    actions: kind.actions.map(({ name, keys }) => ({ keys, run: (doc: Doc) => actions.run(name, doc) })),
  })
  useShowKind(kind)
  const rows = useAsRows(kind.source.path)
  return (
    <RunContext value={actions.run}>
      <BusyContext value={actions.busy}>
        <OpenPanelContext value={panelRoute.open}>
          <div
            ref={page}
            className={cx('grid grid-cols-1 items-start gap-6', openId !== undefined && 'xl:grid-cols-[minmax(0,1fr)_26rem]')}
          >
            <section aria-label={`${capitalize(noun)}s`} className="@container min-w-0 max-md:pb-16">
              {head ?? (
                <DocumentHead
                  {...{ kind, documents, placeholder, create }}
                  rows={'card' in look ? rows : undefined}
                  // Tables are sorted by their heads.
                  hasSortedHeads={'card' in look ? rows.asRows : !look.form}
                />
              )}
              <div ref={container} tabIndex={-1} className="outline-none">
                {notice}
                <RecordList
                  label={`${capitalize(noun)}s`}
                  list={list}
                  look={look}
                  asRows={rows.asRows}
                  {...{ address, openId, open: panelRoute.open }}
                  selection={selection && { ...selection, getName: kind.getNumber }}
                  empty={
                    <EmptyState
                      title={empty.title ?? `No ${noun}s found.`}
                      text={isNarrowed ? `No ${noun}s match your current filters.` : empty.hint}
                      icon={empty.icon}
                      action={
                        isNarrowed ? (
                          <Button variant="secondary" onClick={documents.showAll}>
                            Show all {noun}s
                          </Button>
                        ) : (
                          (empty.action ??
                          (create?.first && (
                            <Button variant="secondary" onClick={() => create.run()}>
                              {create.first}
                            </Button>
                          )))
                        )
                      }
                    />
                  }
                />
              </div>
              {foot}
            </section>
            {openId !== undefined && (
              <Suspense>
                <Panel id={openId} listed={documents.openRow} close={() => panelRoute.close()} documentRef={documents.panelDocument} />
              </Suspense>
            )}
          </div>
        </OpenPanelContext>
      </BusyContext>
      {/* The bar for selected rows takes its place. */}
      {create && !selection?.selected.length && <FloatingActionButton label={create.label} onClick={() => create.run()} />}
      {children}
      {actions.dialogs}
    </RunContext>
  )
}
