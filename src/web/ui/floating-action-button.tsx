import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cx } from './cx.ts'

/** While the reader scrolls down it would cover rows. */
const useIsScrollingDown = (): boolean => {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let last = scrollY
    const look = () => {
      const moved = scrollY - last
      // A page that bounces back at its top has not moved.
      if (scrollY > 0 && Math.abs(moved) < 8) return
      setDown(moved > 0 && scrollY > 0)
      last = scrollY
    }
    addEventListener('scroll', look)
    return () => removeEventListener('scroll', look)
  }, [])
  return isDown
}

type Props = {
  /** e.g. 'Add Customer' */
  label: string
  onClick: () => void
  className?: string
}

/**
 * It slides away while the page is scrolled down, and comes back when it is scrolled up. Pages need bottom padding (`pb-16`), and it must stay
 * outside size containers, in which it would scroll along.
 */
export const FloatingActionButton = ({ label, onClick, className = 'md:hidden' }: Props) => {
  const isAway = useIsScrollingDown()
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      data-floating
      className={cx(
        'fixed right-[calc(1rem+var(--safe-right))] bottom-[calc(var(--bar)+1rem)] z-10 grid size-14 place-items-center rounded-full bg-accent text-on-accent shadow-raised transition-transform duration-150 focus-visible:translate-none typing:hidden hover:bg-accent-strong',
        isAway && 'translate-y-44',
        className,
      )}
    >
      <Plus className="size-6" aria-hidden />
    </button>
  )
}
