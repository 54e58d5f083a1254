import { useState } from 'react'
import { useLocation } from 'wouter'
import { getListPath, recurringInvoicesPath, trimTrailingSlash } from '#shared/paths.ts'
import { listShortcuts } from '#web/documents/list/actions.ts'
import { creditNoteActions } from '#web/features/credit-notes/actions/actions.ts'
import { estimateActions } from '#web/features/estimates/actions/actions.ts'
import { invoiceActions } from '#web/features/invoices/actions/actions.ts'
import { scheduleActions } from '#web/features/recurring-invoices/schedule/actions.ts'
import { searchShortcut, submitShortcut } from '#web/features/search/search-shortcut.ts'
import { areSingleKeysOn, setSingleKeys } from '#web/lib/use-shortcuts.ts'
import { Modal } from '#web/ui/modal.tsx'

type Shortcut = readonly [keys: readonly string[], label: string]

const createShortcut = (noun: string): Shortcut => [['N'], `New ${noun}`]
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
const rows = (noun: string, more: readonly Shortcut[]): readonly Shortcut[] => [
  [['/'], 'Search'],
  [['J', '↓'], `Next ${noun}`],
  [['K', '↑'], `Previous ${noun}`],
  ...more,
  [['Enter'], 'Open in side panel'],
]
const invoices: { noun: string; everywhere: readonly Shortcut[]; rows: readonly Shortcut[]; actions: readonly Shortcut[] } = {
  noun: 'invoice',
  everywhere: [createShortcut('invoice'), ...everywhere],
  rows: rows('invoice', selection),
  actions: listShortcuts(invoiceActions),
}
// On these pages, N creates what they list instead of an invoice.
const estimates = {
  noun: 'estimate',
  everywhere,
  rows: [createShortcut('estimate'), ...rows('estimate', [])],
  actions: listShortcuts(estimateActions),
}
const recurring = {
  noun: 'recurring invoice',
  everywhere,
  rows: [createShortcut('recurring invoice'), ...rows('recurring invoice', [])],
  actions: listShortcuts(scheduleActions),
}
const creditNotes = {
  noun: 'credit note',
  everywhere,
  rows: [createShortcut('credit note'), ...rows('credit note', [])],
  actions: listShortcuts(creditNoteActions),
}
const byPage: Readonly<Record<string, typeof invoices>> = {
  '/estimates': estimates,
  '/credit-notes': creditNotes,
  [recurringInvoicesPath]: recurring,
}

export default function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [path] = useLocation()
  const here = byPage[getListPath(path) ?? trimTrailingSlash(path)] ?? invoices
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
