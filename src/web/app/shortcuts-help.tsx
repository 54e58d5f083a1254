import { useState } from 'react'
import { useLocation } from 'wouter'
import { trimTrailingSlash } from '#shared/paths.ts'
import { getRecordKind, recordInfo, recordTypeNames } from '#shared/record-types.ts'
import { listShortcuts } from '#web/documents/list/actions.ts'
import type { DocumentKind } from '#web/documents/list/document-kind.ts'
import { useShownKind } from '#web/documents/list/shown-kind.ts'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { searchShortcut, submitShortcut } from '#web/features/search/search-shortcut.ts'
import { areSingleKeysOn, setSingleKeys } from '#web/lib/use-shortcuts.ts'
import { Modal } from '#web/ui/modal.tsx'

type Shortcut = readonly [keys: readonly string[], label: string]

const everywhere: readonly Shortcut[] = [
  [[searchShortcut], 'Search everything'],
  [['?'], 'These shortcuts'],
  [[submitShortcut], 'Save or send the open form'],
  [['Esc'], 'Close what is open'],
]
const selection: readonly Shortcut[] = [
  [['X'], 'Select'],
  [['Shift X'], 'Select up to here'],
]
const openRow: Shortcut = [['Enter'], 'Open in side panel']
const rows = (noun: string, ...more: readonly Shortcut[]): readonly Shortcut[] => [
  [['/'], 'Search'],
  [['J', '↓'], `Next ${noun}`],
  [['K', '↑'], `Previous ${noun}`],
  ...more,
]
type Page = { noun: string; everywhere: readonly Shortcut[]; rows: readonly Shortcut[]; actions: readonly Shortcut[] }

/** On these pages, N creates what they list instead of an invoice. */
const toPage = ({ noun, actions }: Pick<DocumentKind<string, never>, 'noun' | 'actions'>): Page => ({
  ...{ noun, everywhere },
  rows: [[['N'], `New ${noun}`], ...rows(noun, openRow)],
  actions: listShortcuts(actions),
})
const elsewhere: Page = {
  noun: invoices.noun,
  everywhere: [[['N'], 'New invoice'], ...everywhere],
  rows: rows(invoices.noun, ...selection, openRow),
  actions: listShortcuts(invoices.actions),
}
const toRecordPage = (noun: string): Page => ({
  ...elsewhere,
  noun,
  rows: rows(noun),
  actions: [
    [['E'], 'Edit'],
    [['Del', '⌫'], 'Delete'],
  ],
})
/** Their rows have no panels. */
const records = recordTypeNames.filter((name) => !recordInfo[name].document)

export default function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [path] = useLocation()
  const shown = useShownKind()
  const record = records.find((name) => trimTrailingSlash(path) === `/${name}`)
  const here = record ? toRecordPage(getRecordKind(record)) : shown && shown.path !== invoices.path ? toPage(shown) : elsewhere
  return (
    <Modal title="Keyboard shortcuts" open={open} onClose={onClose}>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <Group title="On every page" shortcuts={here.everywhere} />
          <Group title={`In the list of ${here.noun}s`} shortcuts={here.rows} />
        </div>
        <Group title={`With one ${here.noun}`} shortcuts={here.actions} />
      </div>
      <SingleKeysChoice />
    </Modal>
  )
}

const SingleKeysChoice = () => {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const choose = (on: boolean) => {
    setSingleKeys(on)
    setOn(on)
  }
  return (
    <label className="mt-6 flex min-h-11 items-center gap-3 border-line border-t pt-4 text-sm">
      <input type="checkbox" checked={isOn} onChange={({ target }) => choose(target.checked)} className="size-4 shrink-0 accent-accent" />
      <span>
        Single letters and signs are shortcuts
        <span className="block text-muted">Turn this off if you dictate. All other keys still work.</span>
      </span>
    </label>
  )
}

const Group = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section aria-label={title}>
    <h3 className="mb-1 font-semibold text-sm">{title}</h3>
    <dl className="divide-y divide-line text-sm">
      {shortcuts.map(([keys, label]) => (
        <div key={label} className="flex min-h-9 items-center justify-between gap-4">
          <dt>{label}</dt>
          <dd className="flex shrink-0 gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="min-w-6 rounded border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-muted text-xs"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
