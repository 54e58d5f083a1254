import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A list row carries its record's id in `data-record` and takes the focus on its link; a panel carries the id, too, but is no row. */
const getRows = (container: Element | null) => [...(container?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

const getId = (element: Element | null | undefined): number | undefined => {
  const id = element?.closest<HTMLElement>('[data-record]')?.dataset.record
  return id === undefined ? undefined : Number(id)
}

export const getRowId = (element: Element): number | undefined => getId(element.closest('[data-row]'))

export const focusedId = (): number | undefined => getId(document.activeElement)

const findRow = (container: Element | null, id: number | undefined) => getRows(container).find((row) => getId(row) === id)

const getControls = (row: HTMLElement | undefined) => [...(row?.querySelectorAll<HTMLElement>('a,button') ?? [])]

/** @param at which of its links and buttons; a row that opens its record is focused on that link in any case */
const focusRow = (row: HTMLElement | undefined, at = -1): boolean => {
  if (!row) return false
  const controls = getControls(row)
  const link = row.querySelector<HTMLElement>('[data-row-link]')
  const control = at < 0 || link?.matches('a') ? (link ?? controls[0]) : controls[Math.min(at, controls.length - 1)]
  control?.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

export const focusRecord = (container: Element | null, id: number): boolean => focusRow(findRow(container, id))

/** Without a focused row it goes to the row of `from`, else to the first visible one. */
export const moveFocus = (container: Element | null, by: 1 | -1, from: number | undefined): number | undefined => {
  const rows = getRows(container)
  const within = rows.findIndex((row) => row.contains(document.activeElement))
  const at = within >= 0 ? within : rows.findIndex((row) => getId(row) === from)
  const first = rows.find((row) => row.getBoundingClientRect().bottom > 120) ?? rows[0]
  const next = at >= 0 ? (rows[at + by] ?? rows[at]) : first
  return focusRow(next) ? getId(next) : undefined
}

const findNeighbor = (container: Element | null, id: number): number | undefined => {
  const rows = getRows(container)
  const at = rows.findIndex((row) => getId(row) === id)
  return at < 0 ? undefined : getId(rows[at + 1] ?? rows[at - 1])
}

/** When the focused row is deleted, its neighbor takes the focus. @param rows those shown now: when they change, it moves */
export const useRestoreFocus = (container: RefObject<HTMLElement | null>, rows: unknown) => {
  const pending = useRef<{ id: number; next: number | undefined; at: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows only trigger the effect
  useLayoutEffect(() => {
    if (!pending.current || findRow(container.current, pending.current.id)) return
    const { next, at } = pending.current
    pending.current = undefined
    // Doesn't move the focus if the user moved it in the meantime.
    if (document.activeElement !== document.body) return
    if (!focusRow(findRow(container.current, next), at)) container.current?.focus()
  }, [rows])
  /** To call when a deletion starts. */
  return (id: number) => {
    const focused = focusedId()
    const at = getControls(findRow(container.current, id)).indexOf(document.activeElement as HTMLElement)
    pending.current = focused === undefined || focused === id ? { id, next: findNeighbor(container.current, id), at } : undefined
  }
}
