/** A list row carries its document's id in `data-record` and takes the focus on its link; the panel carries the id, too, but is no row. */
const rowsIn = (box: Element | null) => [...(box?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

const idOf = (element: Element | null | undefined): number | undefined => {
  const id = element?.closest<HTMLElement>('[data-record]')?.dataset.record
  return id === undefined ? undefined : Number(id)
}

/** The id of the document whose row or panel has the focus. */
export const focusedId = (): number | undefined => idOf(document.activeElement)

const focusRow = (row: HTMLElement | undefined): boolean => {
  if (!row) return false
  row.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

const rowOf = (box: Element | null, id: number) => rowsIn(box).find((row) => idOf(row) === id)

/** Whether the document's row is rendered. */
export const hasRow = (box: Element | null, id: number): boolean => rowOf(box, id) !== undefined

/** Moves the focus to the document's row; false when it isn't rendered. */
export const focusRecord = (box: Element | null, id: number): boolean => focusRow(rowOf(box, id))

/** Moves the focus by one row and returns its id. Without a focused row it goes to the row of `from`, else to the first visible one. */
export const moveFocus = (box: Element | null, by: 1 | -1, from: number | undefined): number | undefined => {
  const rows = rowsIn(box)
  const within = rows.findIndex((row) => row.contains(document.activeElement))
  const at = within >= 0 ? within : rows.findIndex((row) => idOf(row) === from)
  const first = rows.find((row) => row.getBoundingClientRect().bottom > 120) ?? rows[0]
  const next = at >= 0 ? (rows[at + by] ?? rows[at]) : first
  return focusRow(next) ? idOf(next) : undefined
}

/** The id of the document whose row takes this one's place when it is removed. */
export const findNeighbor = (box: Element | null, id: number): number | undefined => {
  const rows = rowsIn(box)
  const at = rows.findIndex((row) => idOf(row) === id)
  return at < 0 ? undefined : idOf(rows[at + 1] ?? rows[at - 1])
}
