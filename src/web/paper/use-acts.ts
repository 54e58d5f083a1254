import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Busy, Run } from './actions.ts'

/**
 * Runs the actions of a list's papers and tells what is under way.
 * @param acts what each does; a promise counts as under way until it settles, and what goes wrong is told by the act itself
 */
export const useActs = <Name extends string, Paper extends { id: number }>(acts: Readonly<Record<Name, (paper: Paper) => unknown>>) => {
  const [busy, setBusy] = useState<Busy<Name>>()
  const start = async (name: Name, paper: Paper) => {
    const doing = acts[name](paper)
    if (!(doing instanceof Promise)) return
    const mark = { name, id: paper.id }
    setBusy(mark)
    // What went wrong was told where it happened.
    await doing.catch(() => {})
    setBusy((now) => (now === mark ? undefined : now))
  }
  const newest = useRef(start)
  useLayoutEffect(() => {
    newest.current = start
  })
  const run: Run<Name, Paper> = useCallback((name, paper) => void newest.current(name, paper), [])
  return { run, busy }
}
