import { availableParallelism } from 'node:os'
import { createFairQueue, type FairQueue } from '#server/platform/jobs/fair-queue.ts'

/** What keeps one account from slowing down others: how much of it is under way at once, and who is next. */
export type ConcurrencyLimits = {
  /** Requests of an account, from their first byte to the last of their answer. */
  requests: FairQueue
  /** Long reads, and documents with many lines: tenths of a second of the database's or this process's time. */
  heavy: FairQueue
  /** Exports, imports and archives: seconds, with a connection to the database. */
  bulk: FairQueue
}

/** What a browser opens to one server, so that a page never waits for itself. */
const requestsAtOnce = 6
/** A page asks about ten times, and marking hundreds of invoices once each: after such a burst, calls go on at the given rate. */
const burstSeconds = 12

const spareProcessors = Math.max(1, availableParallelism() - 1)

/** @param requestsPerSecond how often an account may ask in the long run; beyond that its requests wait */
export const createConcurrencyLimits = ({ requestsPerSecond }: { requestsPerSecond: number }): ConcurrencyLimits => ({
  requests: createFairQueue({
    perAccount: requestsAtOnce,
    rate: { burst: requestsPerSecond * burstSeconds, perSecond: requestsPerSecond },
    maxWaiting: 200,
  }),
  // Each leaves a processor for everything else.
  heavy: createFairQueue({ atOnce: spareProcessors, perAccount: 1, maxWaiting: 50 }),
  bulk: createFairQueue({ atOnce: spareProcessors, perAccount: 1, maxWaiting: 20 }),
})
