import { type RefObject, useLayoutEffect, useRef } from 'react'
import { findNeighbor, focusedId, focusRecord, hasRow } from './rows.ts'

/**
 * When the row that has the focus goes, the focus goes to the one that takes its place, and not to the page's start.
 * @param rows what is shown now: the place is looked for when it changes
 */
export const useRestoreFocus = (box: RefObject<HTMLElement | null>, rows: unknown) => {
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
