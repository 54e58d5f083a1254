import type { Report } from '#shared/contract/reports.ts'
import { cents, formatMoney } from '#shared/money.ts'

type Chart = NonNullable<Report['chart']>

/** As the PDF's template takes it: all sizes are parts of the room that it has. */
type Drawn = {
  bars: { left: number; width: number; bottom: number; top: number; series: number }[]
  series: string[]
  rulers: { at: number; label: string; isZero: boolean }[]
  labels: { at: number; label: string }[]
  alt: string
}

/** Words below the bars: more of them, or of more characters in all, would run into each other. */
const mostLabels = 7
const mostCharacters = 110
/** Of a longer word only the beginning is shown. */
const longestLabel = 24
/** What of its room a point has for its bars; the rest parts it from the next. And the most that it has of the whole. */
const barsShare = 0.7
const widestBars = 0.13

/** 1, 2 or 5 times a power of ten, such that about three of them make up the size. */
const niceStep = (size: number) => {
  const rough = Math.max(size / 3, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power
}

const shortMoney = (value: number) => {
  if (Math.abs(value) < 100_000_000) return formatMoney(cents(value)).replace(/\.00$/, '')
  const millions = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(Math.abs(value) / 100)
  return `${value < 0 ? '-' : ''}$${millions}`
}

/** Each point's bars as [from, to] in cents: upon each other, what is negative below zero, or each from zero. */
const spans = (values: readonly number[], isStacked: boolean): [number, number][] => {
  let [up, down] = [0, 0]
  return values.map((value) => {
    if (!isStacked) return [Math.min(value, 0), Math.max(value, 0)]
    const start = value < 0 ? down : up
    if (value < 0) down += value
    else up += value
    return [Math.min(start, start + value), Math.max(start, start + value)]
  })
}

/**
 * The chart of a report, measured out for paper; null when there is nothing to see, or more names than can be written below the bars. Days and months
 * may go without their names, for those of their neighbours say them.
 */
export const buildPdfChart = (chart: Chart | null): Drawn | null => {
  if (chart === null) return null
  const { points, series, isStacked } = chart
  const ofDays = points.every(({ from }) => from !== null)
  const longest = Math.max(1, ...points.map(({ label }) => Math.min(label.length, longestLabel)))
  const fitting = Math.min(mostLabels, Math.floor(mostCharacters / longest))
  if (points.length === 0 || (!ofDays && points.length > fitting)) return null
  const all = points.map(({ values }) => spans(values, isStacked))
  const lowest = all.flat().reduce((least, [from]) => Math.min(least, from), 0)
  const highest = all.flat().reduce((most, [, to]) => Math.max(most, to), 0)
  if (lowest === highest) return null

  const step = niceStep(highest - lowest)
  const [foot, head] = [Math.floor(lowest / step) * step, Math.ceil(highest / step) * step]
  const at = (value: number) => (value - foot) / (head - foot)
  const room = 1 / points.length
  const barsWidth = Math.min(room * barsShare, widestBars)
  const width = barsWidth / (isStacked ? 1 : series.length)
  const every = Math.ceil(points.length / fitting)
  return {
    series: series.map(({ label }) => label),
    bars: all.flatMap((bars, point) =>
      bars.flatMap(([from, to], index) => {
        const left = room * (point + 0.5) - barsWidth / 2 + (isStacked ? 0 : index * width)
        return from === to ? [] : [{ left, width, bottom: at(from), top: at(to), series: index }]
      }),
    ),
    rulers: Array.from({ length: Math.round((head - foot) / step) + 1 }, (_, index) => {
      const value = foot + index * step
      return { at: at(value), label: shortMoney(value), isZero: value === 0 }
    }),
    labels: points.flatMap(({ label }, index) => (index % every === 0 ? [{ at: room * (index + 0.5), label }] : [])),
    alt: `Bar chart of ${series.map(({ label }) => label).join(', ')}, from ${points[0]!.label} to ${points.at(-1)!.label}. Its figures: ${points
      .slice(0, 40)
      .map(({ label, values }) => `${label} ${values.map((value) => formatMoney(value)).join(', ')}`)
      .join('; ')}.`,
  }
}
