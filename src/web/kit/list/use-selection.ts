import { useCallback, useRef, useState } from 'react'

type Row = { id: number }

/** Only visible rows count, so that a bulk action never includes rows hidden by a filter. */
export const useSelection = <R extends Row>(rows: readonly R[]) => {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const visibleRows = useRef(rows)
  visibleRows.current = rows
  const last = useRef<number>(undefined)
  const selected = rows.filter(({ id }) => selectedIds.has(id))

  /** With `range`, all rows from the last one clicked to this one. */
  const toggle = useCallback((id: number, range: boolean) => {
    const from = range && last.current !== undefined ? last.current : id
    last.current = id
    setSelectedIds((previous) => {
      const next = new Set(previous)
      const on = !previous.has(id)
      for (const one of between(visibleRows.current, from, id)) {
        if (on) next.add(one)
        else next.delete(one)
      }
      return next
    })
  }, [])
  const clear = useCallback(() => setSelectedIds(new Set()), [])
  return {
    selected,
    has: (id: number) => selectedIds.has(id),
    toggle,
    clear,
    toggleAll: () => setSelectedIds(selected.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
  }
}

/** In the list's order, in either direction; a row that isn't loaded is ignored. */
export const between = (rows: readonly Row[], from: number, to: number): number[] => {
  const [a, b] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)]
  if (a < 0 || b < 0) return [to]
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id)
}

export type Selection<R extends Row> = ReturnType<typeof useSelection<R>>
