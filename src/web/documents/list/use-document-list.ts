import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { addUp, parseSum, toDecimal } from '#shared/money.ts'
import type { EntityRow, ListQuery, ListSource, SumsOfStatus } from '#web/entity/entity.ts'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { useListUrl } from '#web/entity/use-list-url.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { DocumentKind } from './document-kind.ts'
import { usePanelRoute } from './panel-route.ts'
import { findNeighbor, focusedId, focusRecord, hasRow } from './row-focus.ts'
import type { StatusSum } from './status-tabs.tsx'

/** @param rows the rows shown now: the new place is looked up when they change */
const useRestoreFocus = (container: RefObject<HTMLElement | null>, rows: unknown) => {
  const pending = useRef<{ id: number; next: number | undefined }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows only trigger the effect
  useLayoutEffect(() => {
    if (!pending.current || hasRow(container.current, pending.current.id)) return
    const { next } = pending.current
    pending.current = undefined
    // Doesn't move the focus if the user moved it in the meantime.
    if (document.activeElement !== document.body) return
    if (next === undefined || !focusRecord(container.current, next)) container.current?.focus()
  }, [rows])
  /** To call when a deletion starts. */
  return (id: number) => {
    const focused = focusedId()
    pending.current = focused === undefined || focused === id ? { id, next: findNeighbor(container.current, id) } : undefined
  }
}

const typingPauseMs = 150

const toStatusSums = (byStatus: readonly SumsOfStatus[]): StatusSum[] => [
  {
    status: '',
    count: byStatus.reduce((before, { count }) => before + count, 0),
    amount: toDecimal(addUp(byStatus.map(({ total }) => parseSum(total)))),
  },
  ...byStatus.map(({ status, count, total, balanceDue }) => ({
    status,
    count,
    amount: balanceDue !== undefined && (status === 'sent' || status === 'overdue') ? balanceDue : total,
  })),
]

const useStatusSums = <Doc extends EntityRow>({ path, summary }: ListSource<Doc>, { search, filter }: Omit<ListQuery, 'sort'>) => {
  const text = useDebounced(search.trim().toLowerCase(), typingPauseMs)
  const { status: _, ...others } = filter
  const { data } = useQuery({
    // The same key as the list's own summary, where no status is chosen.
    queryKey: [path, 'summary', text, others],
    queryFn: summary ? ({ signal }) => summary({ search: text, filter: others }, signal) : skipToken,
    placeholderData: keepPreviousData,
  })
  return data?.byStatus && toStatusSums(data.byStatus)
}

const none: readonly never[] = []

export const useDocumentList = <Name extends string, Doc extends EntityRow>(kind: DocumentKind<Name, Doc>) => {
  const { source, path } = kind
  const address = useListUrl(kind)
  const list = useEntityList(source, address)
  const statusSums = useStatusSums(source, address)
  const rows: readonly Doc[] = list.rows ?? none
  const panelRoute = usePanelRoute(path)
  const { openId } = panelRoute
  const page = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const onDeleteStart = useRestoreFocus(container, list.rows)
  // The panel's document may be beyond the loaded rows; then only the panel has it.
  const panelDocument = useRef<Doc>(undefined)
  const listed = (id: number | undefined) => rows.find((row) => row.id === id)
  return {
    address,
    list,
    statusSums,
    rows,
    panelRoute,
    page,
    container,
    panelDocument,
    openRow: listed(openId),
    find: (id: number | undefined): Doc | undefined => listed(id) ?? (panelDocument.current?.id === id ? panelDocument.current : undefined),
    open: panelRoute.open,
    onDeleteStart,
    /** To call before the deleted document is refetched. */
    onDeleted: (id: number) => {
      if (id === openId) panelRoute.close({ immediate: true })
    },
    isNarrowed: Object.keys(address.filter).length > 0 || address.search.trim() !== '',
    showAll: () => {
      address.clear()
      // The button is removed, so the focus moves to the list.
      container.current?.focus()
    },
  }
}
export type DocumentList<Doc extends EntityRow> = ReturnType<typeof useDocumentList<string, Doc>>
/** What the actions of its rows tell the list. */
export type ListHandlers = Pick<DocumentList<EntityRow>, 'open' | 'onDeleteStart' | 'onDeleted'>
