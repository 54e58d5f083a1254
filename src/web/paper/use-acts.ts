import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Busy, Run } from './actions.ts'

/**
 * Runs the actions of a list's papers and tells what is under way.
 * @param acts what each does; a promise counts as under way until it settles, and what goes wrong is told by the act itself
 */
export const useActionRunner = <Name extends string, PdfDocument extends { id: number }>(
  acts: Readonly<Record<Name, (doc: PdfDocument) => unknown>>,
) => {
  const [busy, setBusy] = useState<Busy<Name>>()
  const start = async (name: Name, doc: PdfDocument) => {
    const doing = acts[name](doc)
    if (!(doing instanceof Promise)) return
    const mark = { name, id: doc.id }
    setBusy(mark)
    // What went wrong was told where it happened.
    await doing.catch(() => {})
    setBusy((now) => (now === mark ? undefined : now))
  }
  const newest = useRef(start)
  useLayoutEffect(() => {
    newest.current = start
  })
  const run: Run<Name, PdfDocument> = useCallback((name, doc) => void newest.current(name, doc), [])
  return { run, busy }
}
