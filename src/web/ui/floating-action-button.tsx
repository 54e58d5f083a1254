import { Plus } from 'lucide-react'
import { cx } from './cx.ts'

type Props = {
  /** e.g. 'Add Customer' */
  label: string
  onClick: () => void
  className?: string
}

/** Pages need bottom padding (`pb-16`), and it must stay outside size containers, in which it would scroll along. */
export const FloatingActionButton = ({ label, onClick, className = 'md:hidden' }: Props) => (
  <button
    type="button"
    onClick={onClick}
    aria-label={label}
    data-floating
    className={cx(
      'fixed right-[calc(1rem+var(--safe-right))] bottom-[calc(var(--bar)+1rem)] z-10 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-raised typing:hidden hover:bg-accent-strong',
      className,
    )}
  >
    <Plus className="size-6" aria-hidden />
  </button>
)
