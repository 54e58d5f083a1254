import type { LucideIcon } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

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

/** Something that can be done with one paper: icons, menu, panel and keys all read it. */
export type DocumentAction<Name extends string, PdfDocument> = {
  name: Name
  label: string
  icon: LucideIcon
  /** The keys that do the same, as they are listened for; `hint` is how the first is shown. */
  keys: readonly string[]
  hint?: string
  /** It takes something away: it stands apart. */
  isDanger?: boolean
  /** Whether it can be done with this paper now. */
  isAvailable: (doc: PdfDocument) => boolean
}

/** What is under way, and with which paper. */
export type Busy<Name extends string> = { name: Name; id: number }
/** Does one of the actions. It stays the same, so that no row is drawn anew for it. */
export type Run<Name extends string, PdfDocument> = (name: Name, doc: PdfDocument) => void

type Names = Record<string, string>
const keyNames: Names = { Delete: 'Del', Backspace: '⌫' }

/** The actions that have keys, as the overview of shortcuts lists them. */
export const listShortcuts = (actions: readonly Pick<DocumentAction<string, never>, 'label' | 'keys'>[]) =>
  actions
    .filter(({ keys }) => keys.length > 0)
    .map(({ label, keys }) => [keys.map((key) => keyNames[key] ?? key.toUpperCase()), label] as const)
