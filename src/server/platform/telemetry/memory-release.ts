import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const megabyte = 1024 * 1024

const checkEveryMs = 10_000
/** A quiet server has less; what it has more after a burst is mostly garbage. */
const quietBytes = 220 * megabyte
/** Since the last collection, for another one to be worth its pause. */
const growthBytes = 24 * megabyte
/** A collection takes a tenth of a second and more, so a busy server is left alone: it collects by itself. */
const maxUtilization = 0.3
/** V8 gives its pages back some seconds after a collection. */
const checksUntilReleased = 2

export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

type Deps = {
  getResidentBytes: () => number
  /** From 0 to 1. */
  getUtilization: () => number
  collect: () => void
}

/**
 * V8 collects when something is allocated: garbage of a burst stays in memory while the server has little to do. To be called regularly.
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
