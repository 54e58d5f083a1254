/** A pseudorandom generator (mulberry32): the same seed gives the same numbers. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    /** An integer from 0 to end - 1. */
    below,
    pick: <T>(all: readonly T[]): T => all[below(all.length)]!,
    chance: (share: number) => next() < share,
    shuffled: <T>(all: readonly T[]): T[] => {
      const left = [...all]
      return all.map(() => left.splice(below(left.length), 1)[0]!)
    },
  }
}
export type Random = ReturnType<typeof createRandom>
