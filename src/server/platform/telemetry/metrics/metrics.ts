import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Instrumentation, InstrumentedEvents, Operations } from '#server/platform/telemetry/instrumentation.ts'

type Instrument<About> = { start?: (about: About) => void; end: (about: About, seconds: number, error: unknown) => void }

/** In seconds. */
const fastBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const slowBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60]

const getStatusClass = (status: number) => (status === 499 ? 'gone' : `${Math.floor(status / 100)}xx`)
const getDatabaseErrorClass = (error: unknown) => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : typeof code === 'string' ? 'away' : null
}

const createInstruments = (registry: Registry) => {
  const registers = [registry]
  const counter = <Name extends string>(name: string, help: string, ...labelNames: Name[]) =>
    new Counter({ name: `billfold_${name}_total`, help, labelNames, registers })
  const histogram = <Name extends string>(name: string, help: string, buckets: number[], ...labelNames: Name[]) =>
    new Histogram({ name: `billfold_${name}_seconds`, help, labelNames, buckets, registers })

  const requests = counter('http_requests', 'Requests by how they were answered.', 'route', 'method', 'status')
  const requestSeconds = histogram(
    'http_request',
    'How long answers took, but those that last as long as a page.',
    fastBuckets,
    'route',
    'method',
  )
  const inFlight = new Gauge({ name: 'billfold_http_requests_in_flight', help: 'Requests that are being answered.', registers })
  const limited = counter('http_requests_limited', 'Requests that were told to come back later (429).', 'route')
  const webhooks = counter('webhook_events', 'Events of payment providers, by whether they were taken.', 'provider', 'status')
  const transactionSeconds = histogram(
    'database_transaction',
    'How long transactions took, with waiting for a connection.',
    fastBuckets,
    'kind',
  )
  const databaseErrors = counter('database_errors', 'Errors of the database by the class of their code.', 'class')
  const jobs = counter('jobs', 'Runs of jobs: done, failed and tried again, or given up.', 'job', 'result')
  const jobSeconds = histogram('job', 'How long jobs ran.', slowBuckets, 'job')
  const calls = counter('provider_calls', 'Calls to payment providers.', 'provider', 'call', 'result')
  const callSeconds = histogram('provider_call', 'How long payment providers took to answer.', slowBuckets, 'provider')
  const pdfs = counter('pdfs', 'Documents drawn.', 'form', 'result')
  const pdfSeconds = histogram('pdf', 'How long documents took, with waiting for a process.', slowBuckets, 'form')
  const mails = counter('mails', 'Messages handed to the mail server or the outbox.', 'result')
  const mailSeconds = histogram('mail', 'How long handing over a message took.', slowBuckets)
  const signIns = counter('sign_ins', 'Sign-ins that succeeded, and passwords and codes that were refused.', 'result')
  for (const result of ['ok', 'refused']) signIns.inc({ result }, 0)

  const mailReports = counter('mail_reports', 'Bounces and complaints that were recorded, and reports that changed nothing.', 'result')
  for (const result of ['bounce', 'complaint', 'ignored']) mailReports.inc({ result }, 0)

  const result = (error: unknown) => (error === null ? 'ok' : 'failed')
  const watched: { [Kind in keyof Operations]: Instrument<Operations[Kind]> } = {
    request: {
      start: () => inFlight.inc(),
      end: ({ route, method, status, isStream }, seconds) => {
        inFlight.dec()
        requests.inc({ route, method, status: getStatusClass(status) })
        if (!isStream) requestSeconds.observe({ route, method }, seconds)
        if (status === 429) limited.inc({ route })
        const provider = /^\/api\/webhooks\/([a-z-]+)\//.exec(route)?.[1]
        if (provider) webhooks.inc({ provider, status: getStatusClass(status) })
      },
    },
    transaction: {
      end: ({ what }, seconds, error) => {
        transactionSeconds.observe({ kind: what }, seconds)
        const errorClass = error === null || error instanceof AppError ? null : getDatabaseErrorClass(error)
        if (errorClass) databaseErrors.inc({ class: errorClass })
      },
    },
    job: {
      end: ({ name, isLast }, seconds, error) => {
        jobs.inc({ job: name, result: error === null ? 'done' : isLast ? 'given_up' : 'failed' })
        jobSeconds.observe({ job: name }, seconds)
      },
    },
    provider: {
      end: ({ name, call }, seconds, error) => {
        calls.inc({ provider: name, call, result: result(error) })
        callSeconds.observe({ provider: name }, seconds)
      },
    },
    pdf: {
      end: ({ form }, seconds, error) => {
        pdfs.inc({ form, result: result(error) })
        pdfSeconds.observe({ form }, seconds)
      },
    },
    mail: {
      end: (_about, seconds, error) => {
        mails.inc({ result: error === null ? 'sent' : 'failed' })
        mailSeconds.observe(seconds)
      },
    },
  }
  const events: { [Kind in keyof InstrumentedEvents]: Counter<'result'> } = { 'sign-in': signIns, 'mail-report': mailReports }
  return { watched, events }
}

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
