/** mulberry32: seeded, so that every run creates the same data. */
export const createRandom = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    pick: <T>(of: readonly T[]): T => of[whole(0, of.length - 1)]!,
    chance: (percent: number) => next() * 100 < percent,
  }
}
export type Random = ReturnType<typeof createRandom>
