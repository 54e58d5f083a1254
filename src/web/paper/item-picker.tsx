import { BookOpen } from 'lucide-react'

/** What a catalogue offers to a line. */
export type PickableItem = { id: number; name: string; description: string | null; unitPrice: string }

type Props = { label: string; items: readonly PickableItem[]; chosenId: number | null; onPick: (item: PickableItem | null) => void }

/** The browser's own select behind an icon: every keyboard and phone knows how to use it, and it takes no room in the line. */
export const ItemPicker = ({ label, items, chosenId, onPick }: Props) => (
  <span
    title="Pick an item"
    className="relative grid h-full w-9 place-items-center rounded-r-md text-muted hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:w-11"
  >
    <BookOpen className="size-4" aria-hidden />
    <select
      aria-label={label}
      value={chosenId ?? ''}
      onChange={(event) => onPick(items.find(({ id }) => String(id) === event.target.value) ?? null)}
      className="absolute inset-0 w-full cursor-pointer appearance-none bg-surface text-base text-ink opacity-0"
    >
      <option value="">Pick an item…</option>
      {items.map(({ id, name, unitPrice }) => (
        <option key={id} value={id}>
          {name} · ${unitPrice}
        </option>
      ))}
    </select>
  </span>
)
