import { useEffect, useId, useRef } from 'react'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** '' is all. `amount` only where their sum says something. */
export type StatusSum = { status: string; count: number; amount?: string }

type Props = {
  statuses: readonly (readonly [value: string, label: string])[]
  value: string
  onChange: (status: string) => void
  sums: readonly StatusSum[] | undefined
}

export const StatusTabs = ({ statuses, value, onChange, sums }: Props) => {
  const name = useId()
  const row = useRef<HTMLDivElement>(null)
  const hasAmounts = !sums || sums.some(({ count, amount }) => count > 0 && amount !== undefined)
  // The chosen tab may lie outside a narrow screen. The page itself must not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice triggers the effect
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('label:has(:checked)')
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [value])
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label="Status"
      className="relative flex h-10 overflow-x-auto rounded-lg border border-line bg-surface [scrollbar-width:none] pointer-coarse:h-11.5"
    >
      {statuses.map(([status, label]) => {
        const sum = sums?.find((one) => one.status === status)
        const isChosen = status === value
        return (
          <label
            key={status}
            className={cx(
              'relative flex flex-1 shrink-0 cursor-pointer flex-col justify-center border-line border-r px-3 leading-4 last:border-r-0 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2',
              isChosen ? 'bg-accent-soft/60 shadow-[inset_0_-2px_var(--accent)]' : 'hover:bg-sunken/60',
            )}
          >
            <input
              type="radio"
              name={name}
              value={status}
              checked={isChosen}
              onChange={() => onChange(status)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className={cx('flex items-baseline gap-1.5 whitespace-nowrap font-medium text-[0.8125rem]', isChosen && 'text-accent')}>
              {label} <span className="font-normal text-muted tabular-nums">{sum?.count.toLocaleString('en-US')}</span>
            </span>{' '}
            {hasAmounts && (
              <span className="block h-3.5 whitespace-nowrap text-[0.6875rem] text-muted tabular-nums leading-3.5">
                {sum?.amount === undefined ? <Skeleton className="h-3 w-16" /> : sum.count > 0 && <HomeMoney amount={sum.amount} />}
              </span>
            )}
          </label>
        )
      })}
    </div>
  )
}
