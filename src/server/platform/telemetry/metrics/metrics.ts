import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Instrumentation, Operations } from '#server/platform/telemetry/instrumentation.ts'
import { createInstruments } from './instruments.ts'

type QueueStats = { name: string; lane: string; due: number; later: number; givenUp: number; oldestDueSeconds: number }

/** Measured only when the metrics are requested. */
export type MetricSources = {
  pool: () => { totalCount: number; idleCount: number; waitingCount: number }
  lanes: readonly string[]
  jobs: () => Promise<QueueStats[]>
  pdfsWaiting: () => number
  streams: () => number
  daysSinceBackup: () => Promise<number | null>
  version: string
}

export type Metrics = {
  instrumentation: Instrumentation
  text(): Promise<string>
  contentType: string
}

/** Labels are names from the code (declared routes, jobs, status classes), so the number of series is bounded. */
export const createMetrics = (sources: MetricSources): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, labelNames: string[], collect: (this: Gauge) => void | Promise<void>) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect })

  gauge('billfold_build_info', 'The version of Billfold that runs.', ['version'], function () {
    this.set({ version: sources.version }, 1)
  })
  gauge('billfold_database_connections', "The app's connections to the database.", ['state'], function () {
    const { totalCount, idleCount } = sources.pool()
    this.set({ state: 'busy' }, totalCount - idleCount)
    this.set({ state: 'idle' }, idleCount)
  })
  gauge('billfold_database_waiting', 'Transactions that wait for a connection.', [], function () {
    this.set(sources.pool().waitingCount)
  })
  gauge('billfold_pdfs_waiting', 'Documents that wait for a process that draws them.', [], function () {
    this.set(sources.pdfsWaiting())
  })
  gauge('billfold_live_streams', 'Open event streams.', [], function () {
    this.set(sources.streams())
  })
  const oldest = gauge('billfold_jobs_oldest_due_seconds', 'How long the oldest job of a kind has been due.', ['job'], () => undefined)
  const oldestOfLane = gauge(
    'billfold_jobs_lane_oldest_due_seconds',
    'How long the oldest job of a lane has been due.',
    ['lane'],
    () => undefined,
  )
  gauge(
    'billfold_jobs_waiting',
    'Jobs in the queue, of all nodes: due, waiting for their time, or given up.',
    ['job', 'state'],
    async function () {
      // While the database is unavailable, the metrics of its queue are missing and all others are reported.
      const waiting = await sources.jobs().catch(() => [])
      this.reset()
      oldest.reset()
      oldestOfLane.reset()
      for (const lane of sources.lanes)
        oldestOfLane.set({ lane }, Math.max(0, ...waiting.filter((jobs) => jobs.lane === lane).map((jobs) => jobs.oldestDueSeconds)))
      for (const { name, due, later, givenUp, oldestDueSeconds } of waiting) {
        this.set({ job: name, state: 'due' }, due)
        this.set({ job: name, state: 'later' }, later)
        this.set({ job: name, state: 'given_up' }, givenUp)
        oldest.set({ job: name }, oldestDueSeconds)
      }
    },
  )
  gauge('billfold_backup_age_days', 'How many whole days old the newest backup here is; NaN where there is none.', [], async function () {
    const days = await sources.daysSinceBackup().catch(() => null)
    this.reset()
    // Resetting a gauge without labels sets it to 0, which would mean a backup of today.
    this.set(days ?? Number.NaN)
  })

  const { watched, events } = createInstruments(registry)
  return {
    instrumentation: {
      wrap: async (kind, about, work) => {
        const startedAt = performance.now()
        const instrument = watched[kind] as (typeof watched)[typeof kind] & {
          start?: (about: Operations[typeof kind]) => void
          end: (about: Operations[typeof kind], seconds: number, error: unknown) => void
        }
        const end = (error: unknown) => instrument.end(about, (performance.now() - startedAt) / 1000, error)
        instrument.start?.(about)
        try {
          const result = await work()
          end(null)
          return result
        } catch (error) {
          end(error ?? new Error('thrown without a reason'))
          throw error
        }
      },
      onEvent: (kind, result) => events[kind].inc({ result }),
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
