import type { LucideIcon } from 'lucide-react'

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
