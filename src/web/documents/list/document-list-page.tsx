import { type ComponentType, lazy, type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect } from 'react'
import { capitalize, type EntityRow } from '#web/entity/entity.ts'
import { EntityList } from '#web/entity/entity-list.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { preloadWhenIdle } from '#web/lib/when-idle.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Busy, type Run, RunContext } from './actions.ts'
import type { DocumentKind } from './document-kind.ts'
import { OpenPanelContext } from './document-link.tsx'
import type { RowsProps } from './document-table.tsx'
import { getRowId } from './row-focus.ts'
import { useShowKind } from './shown-kind.ts'
import type { DocumentList } from './use-document-list.ts'
import { useRowKeys } from './use-row-keys.ts'
import type { Selection } from './use-selection.ts'

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
  head: ReactNode
  notice?: ReactNode
  skeleton: ReactNode
  rows: ComponentType<RowsProps<Name, Doc>>
  empty: {
    icon: ReactNode
    title?: string | undefined
    /** When there are none at all, and what to do then. */
    hint: string
    noMatch: string
    action?: ReactNode
  }
  foot?: ReactNode
  children?: ReactNode
}

/** What handles clicks itself inside a row. */
const controls = 'a,button,input,label'

const getClickedId = ({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): number | undefined => {
  if (!(target instanceof Element) || target.closest(controls)) return undefined
  if (ctrlKey || metaKey || shiftKey || altKey || getSelection()?.isCollapsed === false) return undefined
  return getRowId(target)
}

export const DocumentListPage = <Name extends string, Doc extends EntityRow>(props: Props<Name, Doc>) => {
  const { kind, documents, actions, selection, panel: Panel, head, notice, skeleton, rows: Rows, empty, foot, children } = props
  const { noun } = kind
  const { page, container, panelRoute, address, list, isNarrowed } = documents
  const { openId } = panelRoute
  useEffect(() => preloadWhenIdle(Panel.load), [Panel])
  useRowKeys({ kind, documents, run: actions.run, selection })
  useShowKind(kind)
  const openClicked = (event: MouseEvent) => {
    const id = getClickedId(event)
    if (id !== undefined) panelRoute.open(id)
  }
  return (
    <RunContext value={actions.run}>
      <OpenPanelContext value={panelRoute.open}>
        <div ref={page} className={cx('grid grid-cols-1 items-start gap-6', openId !== undefined && 'xl:grid-cols-[minmax(0,1fr)_26rem]')}>
          <section aria-label={`${capitalize(noun)}s`} className="@container min-w-0 max-md:pb-16">
            {head}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link for the keyboard; for the pointer the whole row is its target */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
            <div ref={container} tabIndex={-1} onClick={openClicked} className="outline-none">
              {notice}
              <EntityList
                noun={noun}
                list={list}
                skeleton={skeleton}
                icon={empty.icon}
                nothing={empty.title}
                hint={isNarrowed ? empty.noMatch : empty.hint}
                rows={(part) => <Rows rows={part} {...{ address, openId }} busy={actions.busy} {...(selection && { selection })} />}
                caption={({ count, total, balanceDue, withoutRate = 0 }) => (
                  <>
                    <span>{`${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`}</span>
                    <span className="flex flex-wrap gap-x-4">
                      {/* On phones the first tab shows it. */}
                      {total !== undefined && (
                        <span className={balanceDue === undefined ? '' : 'max-sm:hidden'}>
                          Total <Sum amount={total} />
                          {withoutRate > 0 && ` without ${withoutRate} that ${withoutRate === 1 ? 'has' : 'have'} no exchange rate`}
                        </span>
                      )}
                      {balanceDue !== undefined && (
                        <span>
                          {' '}
                          Balance due <Sum amount={balanceDue} />
                        </span>
                      )}
                    </span>
                  </>
                )}
              >
                {isNarrowed ? (
                  <Button variant="secondary" onClick={documents.showAll}>
                    Show all {noun}s
                  </Button>
                ) : (
                  empty.action
                )}
              </EntityList>
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
      {children}
      {actions.dialogs}
    </RunContext>
  )
}

const Sum = ({ amount }: { amount: string }) => (
  <span className="font-medium text-ink">
    <HomeMoney amount={amount} />
  </span>
)
