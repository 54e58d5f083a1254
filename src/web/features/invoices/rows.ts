/** A row of the list says which invoice it is in `data-invoice`, and takes the focus on its link; the panel says it too, and is no row. */
const rowsIn = (box: Element | null) => [...(box?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

const idOf = (element: Element | null | undefined): number | undefined => {
  const id = element?.closest<HTMLElement>('[data-invoice]')?.dataset.invoice
  return id === undefined ? undefined : Number(id)
}

/** The invoice in whose row, or panel, the focus is. */
export const focusedId = (): number | undefined => idOf(document.activeElement)

const focusRow = (row: HTMLElement | undefined): boolean => {
  if (!row) return false
  row.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** Moves the focus to the invoice's row; false when it isn't drawn. */
export const focusInvoice = (box: Element | null, id: number): boolean => focusRow(rowsIn(box).find((row) => idOf(row) === id))

/** Moves the focus by one row and answers whose it is; from nowhere it goes to the row of `from`, else to the first in sight. */
export const moveFocus = (box: Element | null, by: 1 | -1, from: number | undefined): number | undefined => {
  const rows = rowsIn(box)
  const within = rows.findIndex((row) => row.contains(document.activeElement))
  const at = within >= 0 ? within : rows.findIndex((row) => idOf(row) === from)
  const first = rows.find((row) => row.getBoundingClientRect().bottom > 120) ?? rows[0]
  const next = at >= 0 ? (rows[at + by] ?? rows[at]) : first
  return focusRow(next) ? idOf(next) : undefined
}

/** The invoice whose row takes this one's place when it goes. */
export const neighbourOf = (box: Element | null, id: number): number | undefined => {
  const rows = rowsIn(box)
  const at = rows.findIndex((row) => idOf(row) === id)
  return at < 0 ? undefined : idOf(rows[at + 1] ?? rows[at - 1])
}
