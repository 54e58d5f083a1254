import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { BarsProps } from './chart.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { createPlot, formatAxisMoney, getBarSpans, getLabelInterval, getTicks, type Plot } from './scale.ts'

/** Of words in this size; no character of this font is much wider on average, '$100M' among them. */
const characterWidth = 7.5
const widthOf = (words: string) => words.length * characterWidth

/** How far up and down the bars of a point reach. */
const reachOf = (values: readonly number[], isStacked: boolean): number[] => {
  if (!isStacked) return [...values]
  const total = (parts: number[]) => parts.reduce((a, b) => a + b, 0)
  return [total(values.filter((value) => value > 0)), total(values.filter((value) => value < 0))]
}

/** Draws bars of whole cents in its parent's room; nothing of it is for assistive technology, which has the table. */
export const Bars = ({ series, points, isStacked, colours }: BarsProps) => {
  const { box, width, height } = useRoom()
  const [told, setTold] = useState<number>()
  const ticks = getTicks(points.flatMap(({ values }) => reachOf(values, isStacked)))
  const wordsWidth = Math.max(...ticks.map((tick) => widthOf(formatAxisMoney(tick)))) + 10
  const plot = createPlot({ width, height, count: points.length, ticks, wordsWidth })
  const point = told === undefined ? undefined : points[told]

  const look = ({ clientX, currentTarget }: PointerEvent) => {
    const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left - plot.left) / plot.step)
    setTold(at >= 0 && at < points.length ? at : undefined)
  }
  return (
    <div ref={box} className="relative size-full print:h-auto">
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="block size-full touch-pan-y fill-muted text-xs tabular-nums print:h-auto"
          aria-hidden
          onPointerMove={look}
          onPointerDown={look}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setTold(undefined)}
        >
          <Grid plot={plot} ticks={ticks} />
          {point && (
            <rect x={plot.left + plot.step * told!} y={plot.top} width={plot.step} height={plot.bottom - plot.top} fill="var(--sunken)" />
          )}
          <Names plot={plot} names={points.map(({ label }) => label)} />
          {points.map(({ label, values }, at) =>
            getBarSpans(values, plot.step, isStacked).map((span, index) => (
              <path
                // Two points may have the same words, and their order is what they are.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={`${label} ${at} ${series[index]!.key}`}
                data-bar={series[index]!.key}
                d={barPath(plot.x(at) + span.offset, span.width, plot.y(span.from), plot.y(span.to), isStacked ? 0 : 3)}
                fill={colours[index]}
              />
            )),
          )}
          <line x1={plot.left} x2={plot.right} y1={plot.y(0)} y2={plot.y(0)} stroke={ticks[0]! < 0 ? 'var(--control)' : 'var(--line)'} />
        </svg>
      )}
      {point && (
        <ChartTooltip
          at={point}
          series={series}
          colours={colours}
          isStacked={isStacked}
          x={plot.x(told!)}
          width={width}
          close={() => setTold(undefined)}
        />
      )}
    </div>
  )
}

/** A bar from the axis, rounded where it ends. */
const barPath = (x: number, width: number, from: number, to: number, radius: number): string => {
  const r = Math.min(radius, width / 2, Math.abs(to - from))
  const back = to < from ? r : -r
  return `M${x},${from}V${to + back}Q${x},${to} ${x + r},${to}H${x + width - r}Q${x + width},${to} ${x + width},${to + back}V${from}Z`
}

const Grid = ({ plot, ticks }: { plot: Plot; ticks: readonly number[] }) =>
  ticks.map((tick) => (
    <g key={tick}>
      <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} stroke="var(--line)" />
      <text x={plot.left - 8} y={plot.y(tick)} dy="0.35em" textAnchor="end">
        {formatAxisMoney(tick)}
      </text>
    </g>
  ))

/** What the points are called, as many as have room. */
const Names = ({ plot, names }: { plot: Plot; names: readonly string[] }) => {
  const each = getLabelInterval(plot.step, Math.max(...names.map(widthOf)))
  return names.map((name, at) => {
    const x = withinEnds(plot, plot.x(at), widthOf(name))
    // The last one gives way to the edge, and then to the one before it.
    const isCrowded = at > 0 && x - plot.x(at - each) < widthOf(name)
    return (
      at % each === 0 &&
      !isCrowded && (
        // biome-ignore lint/suspicious/noArrayIndexKey: two points may have the same words
        <text key={at} x={x} y={plot.bottom + 20} textAnchor="middle">
          {name}
        </text>
      )
    )
  })
}

/** The middle of words that are `width` wide, so that they don't stick out at the right. */
const withinEnds = ({ right }: Plot, x: number, width: number): number => Math.min(x, right - width / 2)

/** The element's room in pixels, kept up to date; 0 until it is known. */
const useRoom = () => {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      // Paper gets what the screen had: there it only shrinks.
      if (width > 0 && !matchMedia('print').matches) setRoom({ width, height })
    })
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [])
  return { box, ...room }
}
