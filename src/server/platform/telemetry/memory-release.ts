import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const megabyte = 1024 * 1024

const checkEveryMs = 10_000
/** A quiet server has less; what it has more after a burst is mostly garbage. */
const quietBytes = 220 * megabyte
/** Another collection is worth its pause when the memory has grown by this since the last one. */
const growthBytes = 24 * megabyte
/** A collection takes a tenth of a second and more, so a busy server is left alone: it collects by itself. */
const maxUtilization = 0.3
/** V8 gives its pages back some seconds after a collection. */
const checksUntilReleased = 2

/** Collects all garbage, during which nothing else runs. */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

type Deps = {
  /** The resident memory in bytes. */
  getResidentBytes: () => number
  /** The share of the time since the last call in which the event loop was busy. */
  getUtilization: () => number
  collect: () => void
}

/**
 * Decides when to collect garbage. V8 does so when something is allocated, so that after a burst of large requests their garbage stays in memory for as long as
 * the server has little to do.
 * @returns a function to be called regularly
 */
export const createMemoryRelease = ({ getResidentBytes, getUtilization, collect }: Deps) => {
  let keptBytes = 0
  let checksLeft = 0
  return (): void => {
    const [resident, utilization] = [getResidentBytes(), getUtilization()]
    keptBytes = Math.min(keptBytes, resident)
    if (checksLeft > 0) {
      checksLeft -= 1
      if (checksLeft === 0) keptBytes = resident
      return
    }
    if (resident < quietBytes || resident < keptBytes + growthBytes || utilization > maxUtilization) return
    collect()
    checksLeft = checksUntilReleased
  }
}

/** Gives memory back to the system once a burst is over. */
export const startMemoryRelease = (): { stop: () => Promise<void> } => {
  let last: EventLoopUtilization = performance.eventLoopUtilization()
  const getUtilization = () => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    return utilization
  }
  const check = createMemoryRelease({ getResidentBytes: () => process.memoryUsage.rss(), getUtilization, collect: collectGarbage })
  const timer = setInterval(check, checkEveryMs).unref()
  return { stop: async () => clearInterval(timer) }
}
