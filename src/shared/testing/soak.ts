// The drivers of the long search. `npm test` runs a few rounds of each from a fixed seed; `npm run soak` sets SOAK and runs many, with another seed each time.

const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process

/** Whether this is a run of `npm run soak`. */
export const isSoak: boolean = env.SOAK !== undefined

/** The seed of the run: SOAK_SEED, otherwise 1. */
export const soakSeed: number = Number(env.SOAK_SEED ?? 1)
if (!Number.isSafeInteger(soakSeed) || soakSeed < 1) throw new Error('SOAK_SEED must be a whole number from 1.')

/** How often a driver runs: `few` in `npm test`, `many` in the search. */
export const soakCount = (few: number, many: number): number => (isSoak ? many : few)

/** The seeds of so many lives, books or scenarios. Those of another SOAK_SEED are others. */
export const listSoakSeeds = (few: number, many: number): number[] =>
  Array.from({ length: soakCount(few, many) }, (_, index) => (soakSeed - 1) * 1000 + index + 1)

/** The options of a fast-check property that is such a driver. A failure ends it at once: its seed and path are in the message. */
export const soakProperty = (few: number, many: number) => ({ numRuns: soakCount(few, many), seed: soakSeed, endOnFailure: true })
