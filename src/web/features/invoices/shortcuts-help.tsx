import { Modal } from '#web/ui/modal.tsx'
import { invoiceActions } from './actions.ts'

type Shortcut = readonly [keys: readonly string[], words: string]

const everywhere: readonly Shortcut[] = [
  [['N'], 'New invoice'],
  [['?'], 'These shortcuts'],
  [['Esc'], 'Close what is open'],
]
const rows: readonly Shortcut[] = [
  [['/'], 'Search'],
  [['J', '↓'], 'Next invoice'],
  [['K', '↑'], 'Previous invoice'],
  [['X'], 'Select'],
  [['Shift X'], 'Select up to here'],
  [['Enter'], 'Open beside the list'],
]
const names: Record<string, string> = { Delete: 'Del', Backspace: '⌫' }
const deeds: readonly Shortcut[] = invoiceActions
  .filter(({ keys }) => keys.length > 0)
  .map(({ label, keys }) => [keys.map((key) => names[key] ?? key.toUpperCase()), label])

/** All keyboard shortcuts at a glance. */
export default function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" open={open} onClose={onClose}>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <div className="grid content-start gap-6">
          <Group title="On every page" shortcuts={everywhere} />
          <Group title="In the list of invoices" shortcuts={rows} />
        </div>
        <Group title="With one invoice" shortcuts={deeds} />
      </div>
    </Modal>
  )
}

const Group = ({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) => (
  <section aria-label={title}>
    <h3 className="mb-1 font-semibold text-sm">{title}</h3>
    <dl className="divide-y divide-line text-sm">
      {shortcuts.map(([keys, words]) => (
        <div key={words} className="flex min-h-9 items-center justify-between gap-4">
          <dt>{words}</dt>
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
