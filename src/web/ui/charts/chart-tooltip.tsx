import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addUp, formatMoney, noSum } from '#shared/money.ts'
import type { BarsProps } from './scale.ts'

type Props = Pick<BarsProps, 'currency' | 'series' | 'colors' | 'isStacked'> & {
  at: BarsProps['points'][number]
  /** Pixels from the chart's left edge to the point's center. */
  x: number
  width: number
  close: () => void
}

const gap = 12

export const ChartTooltip = ({ at, currency, series, colors, isStacked, x, width, close }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState(0)
  useLayoutEffect(() => {
    const own = box.current!.offsetWidth
    const beside = x + gap + own <= width ? x + gap : x - gap - own
    setLeft(Math.max(0, Math.min(beside, width - own)))
  }, [x, width])
  // Touch has no pointer leave: the next tap outside closes it.
  useEffect(() => {
    const chart = box.current!.parentElement!
    const look = ({ target }: PointerEvent) => !chart.contains(target as Node) && close()
    document.addEventListener('pointerdown', look)
    return () => document.removeEventListener('pointerdown', look)
  }, [close])
  return (
    <div
      ref={box}
      style={{ left }}
      className="pointer-events-none absolute top-2 z-10 w-max max-w-[min(18rem,100%)] rounded-md border border-line bg-surface px-3 py-2 text-[0.8125rem] text-ink shadow-raised print:hidden"
    >
      <p className="font-medium">{at.label}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4">
        {series.map(({ key, label }, index) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt className="flex items-center gap-1.5 text-muted">
              <span className="size-2.5 shrink-0 forced-color-adjust-none rounded-sm" style={{ background: colors[index] }} />
              {label}
            </dt>
            <dd className="text-right tabular-nums">{formatMoney(at.values[index] ?? noSum, currency)}</dd>
          </div>
        ))}
        {isStacked && series.length > 1 && (
          <div className="col-span-2 grid grid-cols-subgrid border-line border-t font-medium">
            <dt>Total</dt>
            <dd className="text-right tabular-nums">{formatMoney(addUp(at.values), currency)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
