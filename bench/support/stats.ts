/** The milliseconds that `work` takes. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The value below which `share` (0 to 1) of the values are. NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => percentile(values, 0.5)

export const round = (value: number, decimals = 1): number => Number(value.toFixed(decimals))

/** Rounds to three significant digits. */
export const roundSignificant = (value: number): number => Number(value.toPrecision(3))

/** Collects timings by name. */
export const createTimings = () => {
  const timings = new Map<string, number[]>()
  const get = (name: string) => timings.get(name) ?? []
  const add = (name: string, ms: number) => void timings.set(name, [...get(name), ms])
  return {
    add,
    /** Runs the work and records its time, unless `round` is negative: a warm-up. */
    measure: async (name: string, work: () => Promise<unknown>, round = 0) => {
      const ms = await timed(work)
      if (round >= 0) add(name, ms)
    },
    median: (name: string) => median(get(name)),
    percentile: (name: string, share: number) => percentile(get(name), share),
  }
}
