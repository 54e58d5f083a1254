import { availableParallelism } from 'node:os'
import { AppError } from '#server/platform/errors/app-error.ts'
import { createFairQueue, type FairQueue } from '#server/platform/jobs/fair-queue.ts'

/** Waiting accounts are served in turns (`jobs/fair-queue.ts`). */
export type ConcurrencyLimits = {
  /** From the first byte to the last byte of the response. */
  requests: FairQueue
  /** They are kept in memory until the response was sent. Bodies above 1 MB. */
  bodies: FairQueue
  /** Long reads and documents with many lines: tenths of a second of database or processor time. */
  heavy: FairQueue
  /** Exports, imports and archives: seconds, with a database connection. */
  bulk: FairQueue
  /** Checks of the books: as long, and apart, so that no export waits for them. */
  checks: FairQueue
}

/** The number of connections that a browser opens to one server, so that a page never waits for itself. */
const requestsAtOnce = 6
/** Loading a page takes about ten requests, and marking hundreds of invoices one each: such a burst is allowed before the rate applies. */
const burstSeconds = 12

/** The largest has 16 MB. */
const bodiesAtOnce = 2
/** Each takes a tenth of a second to read. Nobody imports files for hours. */
const bodyRate = { burst: 10, perSecond: 1 }

/** Leaves one processor for everything else. */
const spareProcessors = Math.max(1, availableParallelism() - 1)

export const createConcurrencyLimits = ({ requestsPerSecond }: { requestsPerSecond: number }): ConcurrencyLimits => ({
  requests: createFairQueue({
    perAccount: requestsAtOnce,
    rate: { burst: requestsPerSecond * burstSeconds, perSecond: requestsPerSecond },
    maxWaiting: 200,
  }),
  bodies: createFairQueue({ atOnce: bodiesAtOnce, perAccount: 1, rate: bodyRate, maxWaiting: 20 }),
  heavy: createFairQueue({ atOnce: spareProcessors, perAccount: 1, maxWaiting: 50 }),
  bulk: createFairQueue({ atOnce: spareProcessors, perAccount: 1, maxWaiting: 20 }),
  checks: createFairQueue({ atOnce: spareProcessors, perAccount: 1, maxWaiting: 5 }),
})

/** Far more than the largest accounts need. */
const maxBulkMinutes = 3

export const limitTime = async <T>(ending: AbortController, work: () => Promise<T>): Promise<T> => {
  const message = `This took longer than ${maxBulkMinutes} minutes, so it was ended, and nothing was changed. Try fewer days or a smaller file, or try again later.`
  const timer = setTimeout(() => ending.abort(new AppError(503, message)), maxBulkMinutes * 60_000)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
