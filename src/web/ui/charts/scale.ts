import { toDecimal } from '#shared/money.ts'

const units = [
  { size: 100_000_000_000, sign: 'B' },
  { size: 100_000_000, sign: 'M' },
  { size: 100_000, sign: 'k' },
]

/**
 * Whole cents as an axis says them: 120000 -> '$1.2k', -50000 -> '-$500', 25 -> '$0.25'. Two decimals at most: the exact figures stand in
 * the table and the tooltip.
 */
export const formatAxisMoney = (cents: number): string => {
  const size = Math.round(Math.abs(cents))
  const sign = cents < 0 && size > 0 ? '-$' : '$'
  const unit = units.find((one) => size >= one.size)
  if (unit) return `${sign}${Number((size / unit.size).toFixed(2))}${unit.sign}`
  return `${sign}${size % 100 === 0 ? size / 100 : toDecimal(size)}`
}

const mostSteps = 5

/** The step from tick to tick: 1, 2 or 5 times a power of ten, so that at most five cover the span. Never less than a cent. */
const stepFor = (span: number): number => {
  const least = Math.max(span / mostSteps, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least)!
}

/** Where an axis has its lines, in whole cents, from at or below the least value to at or above the greatest; 0 is always among them. */
export const getTicks = (values: readonly number[]): number[] => {
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least!, value), Math.max(most!, value)], [0, 0]) as [number, number]
  const step = stepFor(high - low)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step || 0)
}

/** Where things are in a chart of `width` x `height` pixels: its ticks' words at the left, its points' words below. */
export type Plot = {
  left: number
  right: number
  top: number
  bottom: number
  /** The pixel that an amount in cents is at, downwards. */
  y: (amount: number) => number
  /** The middle of a point, and the room that each has. */
  x: (at: number) => number
  step: number
}
type Size = { width: number; height: number; count: number; ticks: readonly number[]; wordsWidth: number }

const above = 8
const below = 30
const beside = 4

/** Lays a chart out. The ticks' first and last are its lower and upper end. */
export const createPlot = ({ width, height, count, ticks, wordsWidth }: Size): Plot => {
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const plot = { left: wordsWidth, right: Math.max(width - beside, wordsWidth + 1), top: above, bottom: height - below }
  const step = (plot.right - plot.left) / count
  return {
    ...plot,
    step,
    x: (at) => plot.left + step * (at + 0.5),
    y: (amount) => plot.bottom - ((amount - low) / (high - low)) * (plot.bottom - plot.top),
  }
}

/** One bar of a series: from `from` to `to` cents, at `offset` pixels from its point's middle. */
export type BarSpan = { from: number; to: number; offset: number; width: number }

const gap = 2
const widest = 48
/** The share of a point's room that is left free between it and the next. */
const free = 0.22

/** The bars of a point, series by series: side by side, or on each other, what is negative downwards from 0. */
export const getBarSpans = (values: readonly number[], step: number, isStacked: boolean): BarSpan[] => {
  const room = step * (1 - free)
  if (isStacked) {
    const width = Math.min(room, widest)
    const reached = { up: 0, down: 0 }
    return values.map((value) => {
      const side = value < 0 ? 'down' : 'up'
      const from = reached[side]
      reached[side] += value
      return { from, to: reached[side], offset: -width / 2, width }
    })
  }
  const width = Math.max(Math.min((room - gap * (values.length - 1)) / values.length, widest), 1)
  const all = width * values.length + gap * (values.length - 1)
  return values.map((value, at) => ({ from: 0, to: value, offset: at * (width + gap) - all / 2, width }))
}

const wordsApart = 6

/** Every how many points one is named, so that the words of `widest` pixels don't meet. */
export const getLabelInterval = (step: number, widestWords: number): number => Math.max(1, Math.ceil((widestWords + wordsApart) / step))
