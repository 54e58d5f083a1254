import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { EntityRow, ListSource } from '#web/entity/entity.ts'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { useListUrl } from '#web/entity/use-list-url.ts'
import { type DocumentPath, usePanelRoute } from './panel-route.ts'
import { findNeighbor, focusedId, focusRecord, hasRow } from './row-focus.ts'

/**
 * When the focused row is removed, the focus moves to the one that takes its place instead of the top of the page.
 * @param rows the rows shown now: the new place is looked up when they change
 */
const useRestoreFocus = (box: RefObject<HTMLElement | null>, rows: unknown) => {
  const held = useRef<{ id: number; next: number | undefined }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows say when to look, not where
  useLayoutEffect(() => {
    if (!held.current || hasRow(box.current, held.current.id)) return
    const { next } = held.current
    held.current = undefined
    // Doesn't move the focus if the user moved it in the meantime.
    if (document.activeElement !== document.body) return
    if (next === undefined || !focusRecord(box.current, next)) box.current?.focus()
  }, [rows])
  /** Call when a deletion starts. */
  return (id: number) => {
    const focused = focusedId()
    held.current = focused === undefined || focused === id ? { id, next: findNeighbor(box.current, id) } : undefined
  }
}

const none: readonly never[] = []

/** A list of documents with one of them open beside it: its rows, its URL, and the focus when a row is removed. */
export const useDocumentList = <PdfDocument extends EntityRow>(
  source: ListSource<PdfDocument>,
  offers: Parameters<typeof useListUrl>[0],
) => {
  const address = useListUrl(offers)
  const list = useEntityList(source, address)
  const rows: readonly PdfDocument[] = list.rows ?? none
  const place = usePanelRoute(source.path.slice('/api'.length) as DocumentPath)
  const { openId } = place
  const page = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const hold = useRestoreFocus(box, list.rows)
  // The panel's document may be beyond the loaded rows; then only the panel has it.
  const inPanel = useRef<PdfDocument>(undefined)
  const listed = (id: number | undefined) => rows.find((row) => row.id === id)
  return {
    address,
    list,
    rows,
    place,
    page,
    box,
    inPanel,
    /** The open document's row, if it is loaded. */
    openRow: listed(openId),
    find: (id: number | undefined): PdfDocument | undefined => listed(id) ?? (inPanel.current?.id === id ? inPanel.current : undefined),
    /** Call when a deletion starts. */
    hold,
    /** Call before the deleted document is refetched. */
    leave: (id: number) => {
      if (id === openId) place.close({ atOnce: true })
    },
    /** Whether a search or filter hides documents. */
    isNarrowed: Object.keys(address.filter).length > 0 || address.search.trim() !== '',
    showAll: () => {
      address.clear()
      // The button is removed, so the focus moves to the list.
      box.current?.focus()
    },
  }
}
export type DocumentList<PdfDocument extends EntityRow> = ReturnType<typeof useDocumentList<PdfDocument>>
