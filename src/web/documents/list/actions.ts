import { CalendarClock, Copy, Download, Eye, History, Link2, type LucideIcon, Mail, Pencil, Repeat, Trash2 } from 'lucide-react'
import { createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'

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
  /** As matched against events. */
  keys: readonly string[]
  /** Shown in the menu. */
  hint: string | undefined
  /** Its part of a long menu. */
  group?: 'Send' | 'Money'
  isDanger?: boolean
  isAvailable: (doc: Doc) => boolean
  /** Opened in a new tab. */
  href?: (doc: Doc) => string
}

type Optional = 'keys' | 'hint' | 'isAvailable'
/** Its first key is its hint. It is always available if it doesn't say when. */
export type DeclaredAction<Name extends string, Doc> = Omit<DocumentAction<Name, Doc>, Optional | 'href'> &
  Partial<Pick<DocumentAction<Name, Doc>, Optional>> & { opensPdf?: true }

/** What several types of document can do. */
export const commonActions = {
  view: { name: 'view', label: 'View PDF', icon: Eye, keys: ['v'], opensPdf: true },
  edit: { name: 'edit', label: 'Edit', icon: Pencil, keys: ['e'] },
  download: { name: 'download', label: 'Download PDF', icon: Download, keys: ['p'] },
  // Without an email address it stays visible and tells what is missing.
  email: { name: 'email', label: 'Send by Email', icon: Mail, keys: ['m'], group: 'Send' },
  link: { name: 'link', label: 'Copy Link', icon: Link2, keys: ['l'], group: 'Send' },
  later: { name: 'later', label: 'Send Later', icon: CalendarClock, group: 'Send' },
  duplicate: { name: 'duplicate', label: 'Duplicate', icon: Copy, keys: ['d'] },
  repeat: { name: 'repeat', label: 'Repeat…', icon: Repeat },
  history: { name: 'history', label: 'History', icon: History, hint: 'Enter' },
  delete: { name: 'delete', label: 'Delete', icon: Trash2, keys: ['Delete', 'Backspace'], isDanger: true },
} as const satisfies Record<string, DeclaredAction<string, unknown>>

type Common = typeof commonActions
/** Those, in that order, for a list of actions. */
export const pickCommon = <const Names extends readonly (keyof Common)[]>(...names: Names) =>
  names.map((name) => commonActions[name]) as { -readonly [I in keyof Names]: Common[Names[I]] }

export type Busy<Name extends string> = { name: Name; id: number }
/** Stable, so that rows don't rerender. */
export type Run<Name extends string, Doc> = (name: Name, doc: Doc) => void

/** Of the page's type of document. */
export const RunContext = createContext<Run<never, never>>(() => {})

/** What is under way, and with which document. */
export const BusyContext = createContext<Busy<string> | undefined>(undefined)

type Actions<Name extends string, Doc> = { actions: readonly DocumentAction<Name, Doc>[] }
export const useRun = <Name extends string, Doc>(_kind: Actions<Name, Doc>) => useContext(RunContext) as Run<Name, Doc>

/** Those of them that are available, in the order of the names. */
export const listAvailable = <Name extends string, Doc>({ actions }: Actions<Name, Doc>, names: readonly Name[], doc: Doc) =>
  names.flatMap((wanted) => actions.filter(({ name, isAvailable }) => name === wanted && isAvailable(doc)))

export const isAvailable = <Name extends string, Doc>(kind: Actions<Name, Doc>, name: Name, doc: Doc): boolean =>
  listAvailable(kind, [name], doc).length > 0

const always = () => true
const keyNames: Record<string, string> = { Delete: 'Del', Backspace: '⌫' }
const nameKey = (key: string) => keyNames[key] ?? key.toUpperCase()

export const toActions = <Name extends string, Doc>(
  declared: readonly DeclaredAction<Name, Doc>[],
  getPdfUrl?: (doc: Doc) => string,
): readonly DocumentAction<Name, Doc>[] =>
  declared.map(({ keys = [], hint = keys[0] && nameKey(keys[0]), isAvailable = always, opensPdf, ...action }) => ({
    ...action,
    ...(opensPdf && getPdfUrl && { href: getPdfUrl }),
    keys,
    hint,
    isAvailable,
  }))

const groups = ['Send', 'Money', undefined] as const

/** The available actions in the order of a menu: what sends it, what moves money, the document itself, and what deletes it. */
export const groupActions = <Name extends string, Doc>({ actions }: Actions<Name, Doc>, doc: Doc, without: readonly Name[] = []) => {
  const shown = actions.filter(({ name, isAvailable }) => !without.includes(name) && isAvailable(doc))
  const plain = groups.map((group) => shown.filter((action) => action.group === group && !action.isDanger))
  return [...plain, shown.filter(({ isDanger }) => isDanger)].filter((group) => group.length > 0)
}

export const listShortcuts = (actions: readonly Pick<DocumentAction<string, never>, 'label' | 'keys'>[]) =>
  actions.filter(({ keys }) => keys.length > 0).map(({ label, keys }) => [keys.map(nameKey), label] as const)
