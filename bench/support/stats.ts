import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'

/** Milliseconds that something took. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The value below which this part (0 to 1) of them lies. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

export const round = (value: number, decimals = 1): number => Number(value.toFixed(decimals))

/** What a list of milliseconds comes to. */
export const summarize = (ms: readonly number[]) => ({
  'documents / s': round((1000 * ms.length) / ms.reduce((sum, each) => sum + each, 0)),
  'median ms': round(percentile(ms, 0.5)),
  'p99 ms': round(percentile(ms, 0.99)),
})

/**
 * Memory of a process in MB, as Linux counts it: what is resident, and its share of that where others use the same pages, as they do those of program
 * files. 0 for one that has ended.
 */
export const getMemoryMb = (pid: number | 'self'): { resident: number; share: number } => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const mb = (what: string) => Math.round(Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024)
    return { resident: mb('Rss'), share: mb('Pss') }
  } catch {
    return { resident: 0, share: 0 }
  }
}

/** Process ids of the children that this process starts from now on, oldest first. */
export const watchChildren = (): number[] => {
  const pids: number[] = []
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: { once(event: 'spawn', then: () => void): void; pid?: number } }
    child.once('spawn', () => pids.push(child.pid!))
  })
  return pids
}
