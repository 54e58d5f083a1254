import type { Report } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import { cents, formatMoney, toAmount } from '#shared/money.ts'

type Chart = NonNullable<Report['chart']>

/** All sizes are fractions of the available area. */
type Drawn = {
  bars: { left: number; width: number; bottom: number; top: number; series: number }[]
  series: string[]
  rulers: { at: number; label: string; isZero: boolean }[]
  labels: { at: number; label: string }[]
  alt: string
}

/** More labels below the bars, or characters in all of them together, would overlap. */
const maxLabels = 7
const maxLabelCharacters = 110
const maxLabelLength = 24
/** The part of its slot that a point's bars may fill, and the most of the whole width. */
const barsShare = 0.7
const maxBarsShare = 0.13

/** 1, 2 or 5 times a power of ten, such that about three steps cover the size. */
const niceStep = (size: number) => {
  const rough = Math.max(size / 3, cents(1))
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power
}

const formatShortMoney = (value: number, currency: Currency) => {
  if (Math.abs(value) < 1_000_000_000) return formatMoney(toAmount(value), currency).replace(/\.00$/, '')
  const format = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en-US', format).format(value / 1000)
}

/** As [from, to]: stacked, with negative values below zero, or each from zero. */
const toSpans = (values: readonly number[], isStacked: boolean): [number, number][] => {
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
 * null when there is nothing to show, or more labels than fit. Days and months may go without labels, which follow from their neighbors.
 */
export const buildPdfChart = (chart: Chart | null, currency: Currency): Drawn | null => {
  if (chart === null) return null
  const { points, series, isStacked } = chart
  const ofDays = points.every(({ from }) => from !== null)
  const longest = Math.max(1, ...points.map(({ label }) => Math.min(label.length, maxLabelLength)))
  const fitting = Math.min(maxLabels, Math.floor(maxLabelCharacters / longest))
  if (points.length === 0 || (!ofDays && points.length > fitting)) return null
  const all = points.map(({ values }) => toSpans(values.map(Number), isStacked))
  const lowest = all.flat().reduce((least, [from]) => Math.min(least, from), 0)
  const highest = all.flat().reduce((most, [, to]) => Math.max(most, to), 0)
  if (lowest === highest) return null

  const step = niceStep(highest - lowest)
  const [foot, head] = [Math.floor(lowest / step) * step, Math.ceil(highest / step) * step]
  const at = (value: number) => (value - foot) / (head - foot)
  const room = 1 / points.length
  const barsWidth = Math.min(room * barsShare, maxBarsShare)
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
      return { at: at(value), label: formatShortMoney(value, currency), isZero: value === 0 }
    }),
    labels: points.flatMap(({ label }, index) => (index % every === 0 ? [{ at: room * (index + 0.5), label }] : [])),
    alt: `Bar chart of ${series.map(({ label }) => label).join(', ')}, from ${points[0]!.label} to ${points.at(-1)!.label}. Its figures: ${points
      .slice(0, 40)
      .map(({ label, values }) => `${label} ${values.map((value) => formatMoney(value, currency)).join(', ')}`)
      .join('; ')}.`,
  }
}
