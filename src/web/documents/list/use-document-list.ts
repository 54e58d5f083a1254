import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { EntityRow, ListSource } from '#web/entity/entity.ts'
import { useEntityList } from '#web/entity/use-entity-list.ts'
import { useListUrl } from '#web/entity/use-list-url.ts'
import { type DocumentPath, usePanelRoute } from './panel-route.ts'
import { findNeighbor, focusedId, focusRecord, hasRow } from './row-focus.ts'

/**
 * When the row that has the focus goes, the focus goes to the one that takes its place, and not to the page's start.
 * @param rows what is shown now: the place is looked for when it changes
 */
const useRestoreFocus = (box: RefObject<HTMLElement | null>, rows: unknown) => {
  const held = useRef<{ id: number; next: number | undefined }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows say when to look, not where
  useLayoutEffect(() => {
    if (!held.current || hasRow(box.current, held.current.id)) return
    const { next } = held.current
    held.current = undefined
    // Who went on to something else in the meantime stays there.
    if (document.activeElement !== document.body) return
    if (next === undefined || !focusRecord(box.current, next)) box.current?.focus()
  }, [rows])
  /** To be called when the deletion begins. */
  return (id: number) => {
    const focused = focusedId()
    held.current = focused === undefined || focused === id ? { id, next: findNeighbor(box.current, id) } : undefined
  }
}

const none: readonly never[] = []

/** A list of papers, one of which may be open beside it: its rows, its place in the address, and where the focus goes when a row leaves. */
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
  // The panel's paper may lie beyond the rows that are here: then the panel knows it.
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
    /** The open paper as the list has it, if it has. */
    openRow: listed(openId),
    find: (id: number | undefined): PdfDocument | undefined => listed(id) ?? (inPanel.current?.id === id ? inPanel.current : undefined),
    /** To be called when a deletion begins. */
    hold,
    /** To be called before the deleted paper is asked for again. */
    leave: (id: number) => {
      if (id === openId) place.close({ atOnce: true })
    },
    /** A search or a filter leaves papers out. */
    isNarrowed: Object.keys(address.filter).length > 0 || address.search.trim() !== '',
    showAll: () => {
      address.clear()
      // The button goes away: whoever used its key goes on from the list.
      box.current?.focus()
    },
  }
}
export type DocumentList<PdfDocument extends EntityRow> = ReturnType<typeof useDocumentList<PdfDocument>>
