import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Currency } from '#shared/currencies.ts'
import { addUp, formatMoney, noSum, type Sum } from '#shared/money.ts'
import { type BarsProps, createPlot, formatAxisMoney, getBarSpans, getLabelInterval, getTicks, type Plot } from './scale.ts'

/** Average, in pixels; no glyph of this font is much wider. */
const characterWidth = 7.5
const getTextWidth = (text: string) => text.length * characterWidth

const getExtent = (sums: readonly Sum[], isStacked: boolean): number[] => {
  const values = sums.map(Number)
  if (!isStacked) return values
  const total = (parts: number[]) => parts.reduce((a, b) => a + b, 0)
  return [total(values.filter((value) => value > 0)), total(values.filter((value) => value < 0))]
}

/** Hidden from assistive technology, which reads the table. */
export const Bars = ({ currency, series, points, isStacked, colors }: BarsProps) => {
  const { box, width, height } = useSize()
  const [activeIndex, setActiveIndex] = useState<number>()
  const ticks = getTicks(points.flatMap(({ values }) => getExtent(values, isStacked)))
  const labelWidth = Math.max(...ticks.map((tick) => getTextWidth(formatAxisMoney(tick, currency)))) + 10
  const plot = createPlot({ width, height, count: points.length, ticks, labelWidth })
  const point = activeIndex === undefined ? undefined : points[activeIndex]

  const activate = ({ clientX, currentTarget }: PointerEvent) => {
    const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left - plot.left) / plot.step)
    setActiveIndex(at >= 0 && at < points.length ? at : undefined)
  }
  return (
    <div ref={box} className="relative size-full print:h-auto">
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="block size-full touch-pan-y fill-muted text-xs tabular-nums print:h-auto"
          aria-hidden
          onPointerMove={activate}
          onPointerDown={activate}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setActiveIndex(undefined)}
        >
          <Grid plot={plot} ticks={ticks} currency={currency} />
          {point && (
            <rect
              x={plot.left + plot.step * activeIndex!}
              y={plot.top}
              width={plot.step}
              height={plot.bottom - plot.top}
              fill="var(--sunken)"
            />
          )}
          <Labels plot={plot} labels={points.map(({ label }) => label)} />
          {points.map(({ label, values }, at) =>
            getBarSpans(values.map(Number), plot.step, isStacked).map((span, index) => (
              <path
                // Labels may repeat; the order of the points is fixed.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={`${label} ${at} ${series[index]!.key}`}
                data-bar={series[index]!.key}
                d={barPath(plot.x(at) + span.offset, span.width, plot.y(span.from), plot.y(span.to), isStacked ? 0 : 3)}
                fill={colors[index]}
              />
            )),
          )}
          <line x1={plot.left} x2={plot.right} y1={plot.y(0)} y2={plot.y(0)} stroke={ticks[0]! < 0 ? 'var(--control)' : 'var(--line)'} />
        </svg>
      )}
      {point && (
        <ChartTooltip
          at={point}
          currency={currency}
          series={series}
          colors={colors}
          isStacked={isStacked}
          x={plot.x(activeIndex!)}
          width={width}
          close={() => setActiveIndex(undefined)}
        />
      )}
    </div>
  )
}

const barPath = (x: number, width: number, from: number, to: number, radius: number): string => {
  const r = Math.min(radius, width / 2, Math.abs(to - from))
  const back = to < from ? r : -r
  return `M${x},${from}V${to + back}Q${x},${to} ${x + r},${to}H${x + width - r}Q${x + width},${to} ${x + width},${to + back}V${from}Z`
}

const Grid = ({ plot, ticks, currency }: { plot: Plot; ticks: readonly number[]; currency: Currency }) =>
  ticks.map((tick) => (
    <g key={tick}>
      <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} stroke="var(--line)" />
      <text x={plot.left - 8} y={plot.y(tick)} dy="0.35em" textAnchor="end">
        {formatAxisMoney(tick, currency)}
      </text>
    </g>
  ))

const Labels = ({ plot, labels }: { plot: Plot; labels: readonly string[] }) => {
  const each = getLabelInterval(plot.step, Math.max(...labels.map(getTextWidth)))
  return labels.map((name, at) => {
    const x = clampCenter(plot, plot.x(at), getTextWidth(name))
    // The last label is shifted inside the edge, and dropped if it then touches the one before.
    const isCrowded = at > 0 && x - plot.x(at - each) < getTextWidth(name)
    return (
      at % each === 0 &&
      !isCrowded && (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order is fixed
        <text key={at} x={x} y={plot.bottom + 20} textAnchor="middle">
          {name}
        </text>
      )
    )
  })
}

const clampCenter = ({ right }: Plot, x: number, width: number): number => Math.min(x, right - width / 2)

/** 0 until it is measured. */
const useSize = () => {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      // When printing, the size on screen is kept and the SVG shrinks.
      if (width > 0 && !matchMedia('print').matches) setSize({ width, height })
    })
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [])
  return { box, ...size }
}

type Props = Pick<BarsProps, 'currency' | 'series' | 'colors' | 'isStacked'> & {
  at: BarsProps['points'][number]
  /** Pixels from the chart's left edge to the point's center. */
  x: number
  width: number
  close: () => void
}

const gap = 12

const ChartTooltip = ({ at, currency, series, colors, isStacked, x, width, close }: Props) => {
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
    const look = ({ target }: Event) => !chart.contains(target as Node) && close()
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
