import type { LucideIcon } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** @param handlers each reports its own errors */
export const useActionRunner = <Name extends string, Doc extends { id: number }>(
  handlers: Readonly<Record<Name, (doc: Doc) => unknown>>,
) => {
  const [busy, setBusy] = useState<Busy<Name>>()
  const start = async (name: Name, doc: Doc) => {
    const result = handlers[name](doc)
    if (!(result instanceof Promise)) return
    const started = { name, id: doc.id }
    setBusy(started)
    await result.catch(() => {})
    setBusy((current) => (current === started ? undefined : current))
  }
  const latest = useRef(start)
  useLayoutEffect(() => {
    latest.current = start
  })
  const run: Run<Name, Doc> = useCallback((name, doc) => void latest.current(name, doc), [])
  return { run, busy }
}

export type DocumentAction<Name extends string, Doc> = {
  name: Name
  label: string
  icon: LucideIcon
  /** As matched against events; `hint` is how the first is shown. */
  keys: readonly string[]
  hint?: string
  isDanger?: boolean
  isAvailable: (doc: Doc) => boolean
}

export type Busy<Name extends string> = { name: Name; id: number }
/** Stable, so that rows don't rerender. */
export type Run<Name extends string, Doc> = (name: Name, doc: Doc) => void

type Names = Record<string, string>
const keyNames: Names = { Delete: 'Del', Backspace: '⌫' }

export const listShortcuts = (actions: readonly Pick<DocumentAction<string, never>, 'label' | 'keys'>[]) =>
  actions
    .filter(({ keys }) => keys.length > 0)
    .map(({ label, keys }) => [keys.map((key) => keyNames[key] ?? key.toUpperCase()), label] as const)
