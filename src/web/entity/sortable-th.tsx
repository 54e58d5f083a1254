import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Th } from '#web/ui/table.tsx'
import type { ListUrl } from './entity-page.tsx'

type Props = {
  /** The name that the list's order has for this column. */
  by: string
  address: Pick<ListUrl, 'sort' | 'set'>
  /** Figures and days begin with the largest. */
  largestFirst?: boolean
  numeric?: boolean
  className?: string
  children: ReactNode
}

/** A heading that sorts by its column, and turns the order round when it does already. */
export const SortableTh = ({ by, address: { sort, set }, largestFirst, numeric, className, children }: Props) => {
  const active = sort === by || sort === `-${by}`
  const descends = sort.startsWith('-')
  const next = active ? (descends ? by : `-${by}`) : largestFirst ? `-${by}` : by
  const Arrow = descends ? ArrowDown : ArrowUp
  const arrow = <Arrow className={cx('size-3.5', !active && 'invisible')} aria-hidden />
  return (
    <Th numeric={numeric} className={className} aria-sort={active ? (descends ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={cx(
          '-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 font-medium pointer-coarse:min-h-11 hover:text-ink',
          active && 'text-ink',
        )}
        onClick={() => set({ sort: next })}
      >
        {/* Before the words where figures stand at the right: below their last letter. */}
        {numeric && arrow}
        {children}
        {!numeric && arrow}
      </button>
    </Th>
  )
}
