export type Random = {
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** True in `of` percent of the calls. */
  percent(of: number): boolean
  one<T>(of: readonly T[]): T
}

/** Pseudo-random numbers from a seed: mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { between, percent: (of) => next() * 100 < of, one: (of) => of[between(0, of.length - 1)]! }
}
