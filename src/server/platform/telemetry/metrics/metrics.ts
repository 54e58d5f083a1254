import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { laneNames, type QueueStats } from '#server/platform/jobs/jobs.ts'
import type { Instrumentation, Operations } from '#server/platform/telemetry/instrumentation.ts'
import { createInstruments } from './instruments.ts'

/** What is looked at only when somebody asks for the figures. */
export type MetricSources = {
  /** The app's connections to the database. */
  pool: () => { totalCount: number; idleCount: number; waitingCount: number }
  /** Of each kind of job: how many are due, wait for their time, or were given up, and how long the oldest has been due. */
  jobs: () => Promise<QueueStats[]>
  pdfsWaiting: () => number
  streams: () => number
  /** How many whole days old the newest backup is; null where none is known. */
  daysSinceBackup: () => Promise<number | null>
  version: string
}

export type Metrics = {
  instrumentation: Instrumentation
  /** In the Prometheus text format. */
  text(): Promise<string>
  contentType: string
}

/**
 * The figures of this process. Labels are names out of the code (routes as they were declared, jobs, classes of answers), so that there are never more
 * series than the code has names.
 */
export const createMetrics = (samples: MetricSources): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, labelNames: string[], collect: (this: Gauge) => void | Promise<void>) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect })

  gauge('billfold_build_info', 'The version of Billfold that runs.', ['version'], function () {
    this.set({ version: samples.version }, 1)
  })
  gauge('billfold_database_connections', "The app's connections to the database.", ['state'], function () {
    const { totalCount, idleCount } = samples.pool()
    this.set({ state: 'busy' }, totalCount - idleCount)
    this.set({ state: 'idle' }, idleCount)
  })
  gauge('billfold_database_waiting', 'Transactions that wait for a connection.', [], function () {
    this.set(samples.pool().waitingCount)
  })
  gauge('billfold_pdfs_waiting', 'Documents that wait for a process that draws them.', [], function () {
    this.set(samples.pdfsWaiting())
  })
  gauge('billfold_live_streams', 'Pages that listen for changes.', [], function () {
    this.set(samples.streams())
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
      // Without the database there are no figures of its queue, and still all the others.
      const waiting = await samples.jobs().catch(() => [])
      this.reset()
      oldest.reset()
      oldestOfLane.reset()
      for (const lane of laneNames)
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
    const days = await samples.daysSinceBackup().catch(() => null)
    this.reset()
    // Without labels a reset leaves a 0 behind, which would be the best of all ages.
    this.set(days ?? Number.NaN)
  })

  const { watched, signIns } = createInstruments(registry)
  return {
    instrumentation: {
      wrap: async (kind, about, work) => {
        const startedAt = performance.now()
        const instrument = watched[kind] as (typeof watched)[typeof kind] & {
          begin?: (about: Operations[typeof kind]) => void
          end: (about: Operations[typeof kind], seconds: number, error: unknown) => void
        }
        const end = (error: unknown) => instrument.end(about, (performance.now() - startedAt) / 1000, error)
        instrument.begin?.(about)
        try {
          const result = await work()
          end(null)
          return result
        } catch (error) {
          end(error ?? new Error('thrown without a reason'))
          throw error
        }
      },
      onEvent: (_kind, result) => signIns.inc({ result }),
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
