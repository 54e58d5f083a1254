import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Th } from '#web/ui/table.tsx'
import type { ListUrl } from './entity-page.tsx'

type Props = {
  by: string
  address: Pick<ListUrl, 'sort' | 'set'>
  largestFirst?: boolean
  numeric?: boolean
  className?: string
  children: ReactNode
}

export const SortableTh = ({ by, address: { sort, set }, largestFirst, numeric, className, children }: Props) => {
  const isActive = sort === by || sort === `-${by}`
  const isDescending = sort.startsWith('-')
  const next = isActive ? (isDescending ? by : `-${by}`) : largestFirst ? `-${by}` : by
  const Arrow = isDescending ? ArrowDown : ArrowUp
  const arrow = <Arrow className={cx('size-3.5', !isActive && 'invisible')} aria-hidden />
  return (
    <Th numeric={numeric} className={className} aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={cx(
          '-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 font-medium pointer-coarse:min-h-11 hover:text-ink',
          isActive && 'text-ink',
        )}
        onClick={() => set({ sort: next })}
      >
        {/* Left of numeric headings, so that the label stays aligned with the numbers. */}
        {numeric && arrow}
        {children}
        {!numeric && arrow}
      </button>
    </Th>
  )
}
