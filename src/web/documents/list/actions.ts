import type { LucideIcon } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/**
 * Runs the actions of a list's documents and tells which is in progress.
 * @param handlers the handler of each action; a promise is in progress until it settles, and each handler reports its own errors
 */
export const useActionRunner = <Name extends string, Doc extends { id: number }>(
  handlers: Readonly<Record<Name, (doc: Doc) => unknown>>,
) => {
  const [busy, setBusy] = useState<Busy<Name>>()
  const start = async (name: Name, doc: Doc) => {
    const result = handlers[name](doc)
    if (!(result instanceof Promise)) return
    const started = { name, id: doc.id }
    setBusy(started)
    // The handler has reported the error.
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

/** An action on a document, shared by icons, menu, panel and shortcuts. */
export type DocumentAction<Name extends string, Doc> = {
  name: Name
  label: string
  icon: LucideIcon
  /** The keys as matched against events; `hint` is how the first is shown. */
  keys: readonly string[]
  hint?: string
  /** A destructive action is set apart. */
  isDanger?: boolean
  /** Whether the action is available for this document. */
  isAvailable: (doc: Doc) => boolean
}

/** The action in progress, and the id of its document. */
export type Busy<Name extends string> = { name: Name; id: number }
/** Runs an action. The function is stable, so that rows don't rerender. */
export type Run<Name extends string, Doc> = (name: Name, doc: Doc) => void

type Names = Record<string, string>
const keyNames: Names = { Delete: 'Del', Backspace: '⌫' }

/** The actions that have keys, for the shortcuts help. */
export const listShortcuts = (actions: readonly Pick<DocumentAction<string, never>, 'label' | 'keys'>[]) =>
  actions
    .filter(({ keys }) => keys.length > 0)
    .map(({ label, keys }) => [keys.map((key) => keyNames[key] ?? key.toUpperCase()), label] as const)
