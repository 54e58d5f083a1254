import { useCallback, useRef, useState } from 'react'

type Row = { id: number }

/** Which rows are ticked. Only those that are shown count: what a filter hides can't be acted upon unseen. */
export const useSelection = <R extends Row>(rows: readonly R[]) => {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const shown = useRef(rows)
  shown.current = rows
  const last = useRef<number>(undefined)
  const selected = rows.filter(({ id }) => ticked.has(id))

  /** Ticks or unticks a row; with `range`, all from the last one touched to it. */
  const toggle = useCallback((id: number, range: boolean) => {
    const from = range && last.current !== undefined ? last.current : id
    last.current = id
    setTicked((was) => {
      const next = new Set(was)
      const on = !was.has(id)
      for (const one of between(shown.current, from, id)) {
        if (on) next.add(one)
        else next.delete(one)
      }
      return next
    })
  }, [])
  const clear = useCallback(() => setTicked(new Set()), [])
  return {
    selected,
    has: (id: number) => ticked.has(id),
    toggle,
    clear,
    /** Ticks all that are loaded, or none when all are. */
    toggleAll: () => setTicked(selected.length === rows.length ? new Set() : new Set(rows.map(({ id }) => id))),
  }
}

/** The ids from one row to another, in the list's order, whichever comes first; a row that isn't there counts for nothing. */
export const between = (rows: readonly Row[], from: number, to: number): number[] => {
  const [a, b] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)]
  if (a < 0 || b < 0) return [to]
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id)
}
