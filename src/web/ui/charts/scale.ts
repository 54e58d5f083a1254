import { type Currency, getCurrencySymbol } from '#shared/currencies.ts'
import { cents, type Sum, toAmount, toDecimal } from '#shared/money.ts'

export type ChartData = {
  currency: Currency
  title: string
  series: readonly { key: string; label: string }[]
  /** From left to right; `values` are one per series. They are drawn as numbers, and written exactly. */
  points: readonly { label: string; values: readonly Sum[] }[]
}

export type BarsProps = Omit<ChartData, 'title'> & { isStacked: boolean; colors: readonly string[] }

const units = [
  { size: 1_000_000_000_000_000, sign: 'T' },
  { size: 1_000_000_000_000, sign: 'B' },
  { size: 1_000_000_000, sign: 'M' },
  { size: 1_000_000, sign: 'k' },
]

/** 1200 -> '$1.2k', -500 -> '-$500', 0.25 -> '$0.25'; 1200 dirhams -> 'AED 1.2k'. Two decimals at most: table and tooltip are exact. */
export const formatAxisMoney = (amount: number, currency: Currency): string => {
  const size = Math.round(Math.abs(amount))
  const symbol = getCurrencySymbol(currency)
  const sign = `${amount < 0 && size > 0 ? '-' : ''}${symbol}${/[A-Z]$/i.test(symbol) ? '\u00a0' : ''}`
  const unit = units.find((one) => size >= one.size)
  if (unit) return `${sign}${Number((size / unit.size).toFixed(2))}${unit.sign}`
  return `${sign}${size % 1000 === 0 ? size / 1000 : toDecimal(toAmount(size))}`
}

const maxSteps = 5

/** 1, 2 or 5 times a power of ten, so that at most five steps cover the span; never below one cent. */
const stepFor = (span: number): number => {
  const least = Math.max(span / maxSteps, cents(1))
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least)!
}

export const getTicks = (values: readonly number[]): number[] => {
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least!, value), Math.max(most!, value)], [0, 0]) as [number, number]
  const step = stepFor(high - low)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step || 0)
}

/** In pixels. */
export type Plot = {
  left: number
  right: number
  top: number
  bottom: number
  y: (amount: number) => number
  x: (at: number) => number
  step: number
}
type Size = { width: number; height: number; count: number; ticks: readonly number[]; labelWidth: number }

const paddingTop = 8
const paddingBottom = 30
const paddingRight = 4

export const createPlot = ({ width, height, count, ticks, labelWidth }: Size): Plot => {
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const plot = { left: labelWidth, right: Math.max(width - paddingRight, labelWidth + 1), top: paddingTop, bottom: height - paddingBottom }
  const step = (plot.right - plot.left) / count
  return {
    ...plot,
    step,
    x: (at) => plot.left + step * (at + 0.5),
    y: (amount) => plot.bottom - ((amount - low) / (high - low)) * (plot.bottom - plot.top),
  }
}

/** `offset` is in pixels from the point's center; `from` and `to` are amounts. */
export type BarSpan = { from: number; to: number; offset: number; width: number }

const gap = 2
const maxBarWidth = 48
const emptyShare = 0.22

/** One per series: side by side, or stacked with negative values below 0. */
export const getBarSpans = (values: readonly number[], step: number, isStacked: boolean): BarSpan[] => {
  const room = step * (1 - emptyShare)
  if (isStacked) {
    const width = Math.min(room, maxBarWidth)
    const reached = { up: 0, down: 0 }
    return values.map((value) => {
      const side = value < 0 ? 'down' : 'up'
      const from = reached[side]
      reached[side] += value
      return { from, to: reached[side], offset: -width / 2, width }
    })
  }
  const width = Math.max(Math.min((room - gap * (values.length - 1)) / values.length, maxBarWidth), 1)
  const all = width * values.length + gap * (values.length - 1)
  return values.map((value, at) => ({ from: 0, to: value, offset: at * (width + gap) - all / 2, width }))
}

const labelGap = 6

/** In points, so that labels of `widestLabel` pixels do not touch. */
export const getLabelInterval = (step: number, widestLabel: number): number => Math.max(1, Math.ceil((widestLabel + labelGap) / step))
