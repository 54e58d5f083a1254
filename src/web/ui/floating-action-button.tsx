import { Plus } from 'lucide-react'
import { cx } from './cx.ts'

type Props = {
  /** What it adds, e.g. 'Add Customer'. */
  label: string
  onClick: () => void
  /** From which width on something else does the same. */
  className?: string
}

/**
 * Adds, at a phone's thumb: above the bar at the bottom, and gone while somebody types. What lies at the end of its page needs room below
 * (`pb-16`), and stands outside any container that is asked for its width: within one it would scroll along.
 */
export const FloatingActionButton = ({ label, onClick, className = 'md:hidden' }: Props) => (
  <button
    type="button"
    onClick={onClick}
    aria-label={label}
    className={cx(
      'fixed right-[calc(1rem+var(--safe-right))] bottom-[calc(var(--bar)+1rem)] z-10 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-raised typing:hidden hover:bg-accent-strong',
      className,
    )}
  >
    <Plus className="size-6" aria-hidden />
  </button>
)
