/** A list row carries its document's id in `data-record` and takes the focus on its link; the panel carries the id, too, but is no row. */
const getRows = (container: Element | null) => [...(container?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

const getId = (element: Element | null | undefined): number | undefined => {
  const id = element?.closest<HTMLElement>('[data-record]')?.dataset.record
  return id === undefined ? undefined : Number(id)
}

export const getRowId = (element: Element): number | undefined => getId(element.closest('[data-row]'))

export const focusedId = (): number | undefined => getId(document.activeElement)

const focusRow = (row: HTMLElement | undefined): boolean => {
  if (!row) return false
  row.querySelector<HTMLElement>('[data-row-link]')?.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

const findRow = (container: Element | null, id: number) => getRows(container).find((row) => getId(row) === id)

export const hasRow = (container: Element | null, id: number): boolean => findRow(container, id) !== undefined

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

export const findNeighbor = (container: Element | null, id: number): number | undefined => {
  const rows = getRows(container)
  const at = rows.findIndex((row) => getId(row) === id)
  return at < 0 ? undefined : getId(rows[at + 1] ?? rows[at - 1])
}
