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
