import { deepEqual } from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { dashboardModule } from '#features/dashboard/routes.ts'
import type { Services } from '#server/domain/services.ts'
import { today } from '#shared/dates.ts'
import { eventStreamPath } from '#shared/server-events.ts'
import type { BareServerOptions } from './floor/bare-server.ts'
import type { HttpLoad } from './load/http-load.ts'
import { type LoadFigures, numberPlaceholder, startLoad } from './load/load.ts'
import { recordStatements } from './reports/statements.ts'
import { startBenchApp } from './support/app.ts'
import { isProfile, isSmoke, positionals, readSizes } from './support/args.ts'
import { buildInvoiceBody, prepareCreators, seedInvoices, seedUsersAndInvoices } from './support/invoice-data.ts'
import { getCpuMs } from './support/processes.ts'
import { median, round } from './support/stats.ts'

// Measures the app against a bare node:http and pg server on the same database and rows (floor/bare-server.ts): creating an invoice, the list and the
// dashboard, with one and with sixteen connections. Both take turns within each round; figures are medians of the rounds. Then it measures how many
// invoices sixteen users create per second while each of them has a live stream open, and without streams.
//   node bench/floor.ts [rounds, default 5] [only cases whose name contains this] [--smoke] [--profile]
// With --profile only the app runs.

const [rounds] = readSizes([5], [1])
const only = positionals[1] ?? ''
const roundMs = isSmoke ? 150 : 2000
const size = isSmoke ? { others: 2, each: 10, own: 100 } : { others: 100, each: 1000, own: 10_000 }
const writers = 16

const app = await startBenchApp()
const [reader, owner] = [await app.signIn('reader'), await app.signIn('owner')]
await seedUsersAndInvoices(app.owner, reader.userId, size)
await seedInvoices(app.owner, [{ userIds: [owner.userId], invoices: isSmoke ? 100 : 1000 }])
const creators = await Promise.all(Array.from({ length: writers }, (_, i) => app.signIn(`creator${i}`)))
const customerId = await prepareCreators(
  app.database,
  creators.map(({ userId }) => userId),
)

const dashboardCase = { name: 'dashboard', path: '/api/dashboard', query: {} }
const dashboard = await recordStatements(
  app.database,
  dashboardModule({} as Services).routes!,
  owner.userId,
  dashboardCase,
  today(new Date(), 'UTC'),
)
const server = fork(new URL('./floor/bare-server.ts', import.meta.url))
server.send({ connection: app.connection, dashboard } satisfies BareServerOptions)
const [barePort] = (await once(server, 'message')) as [number]

type User = { userId: number; cookie: string }
type Request = Pick<HttpLoad, 'method' | 'status' | 'body'> & { users: User[]; appPath: string; barePath: string }
const appPort = Number(new URL(app.origin).port)
const toLoads = ({ users, appPath, barePath, ...request }: Request): { app: HttpLoad; bare: HttpLoad } => ({
  app: { ...request, port: appPort, path: appPath, cookies: users.map(({ cookie }) => cookie) },
  bare: { ...request, port: barePort, path: barePath, cookies: users.map(({ userId }) => String(userId)) },
})
const create = toLoads({
  users: creators,
  method: 'POST',
  status: 201,
  body: JSON.stringify(buildInvoiceBody(customerId, `B-${numberPlaceholder}`)),
  appPath: '/api/invoices',
  barePath: '/invoices',
})
const cases = {
  'create of 5 lines': create,
  'list of 50 of 10,000': toLoads({
    users: [reader],
    method: 'GET',
    status: 200,
    appPath: '/api/invoices?sort=-issueDate&short=true&limit=50',
    barePath: '/invoices',
  }),
  'dashboard of 1,000': toLoads({ users: [owner], method: 'GET', status: 200, appPath: '/api/dashboard', barePath: '/dashboard' }),
}

/** The columns that a list returns. */
const listColumns = async ({ port, path, cookies }: HttpLoad) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: cookies[0]! } })
  const [first] = (await response.json()) as object[]
  return Object.keys(first!).toSorted()
}
const lists = cases['list of 50 of 10,000']
deepEqual(await listColumns(lists.bare), await listColumns(lists.app), 'the bare server returns other columns than the app')

const http = startLoad('./http-load.ts')
type Sample = LoadFigures & { cpuMs: number }
const run = async (pid: number, load: HttpLoad, clients: number): Promise<Sample> => {
  const cpuBefore = getCpuMs(pid)
  const figures = await http.run(load, clients, roundMs)
  return { ...figures, cpuMs: (getCpuMs(pid) - cpuBefore) / figures.count }
}
const summarize = (name: string, samples: Sample[]) => {
  const medianOf = (figure: keyof Sample, decimals: number) => round(median(samples.map((sample) => sample[figure])), decimals)
  return {
    [`${name} /s`]: medianOf('perSecond', 0),
    [`${name} p50 ms`]: medianOf('p50', 2),
    [`${name} p99 ms`]: medianOf('p99', 2),
    [`${name} CPU ms`]: medianOf('cpuMs', 2),
  }
}
const medianRatio = (samples: Sample[], limits: Sample[]) =>
  round(median(samples.map(({ perSecond }, i) => perSecond / limits[i]!.perSecond)), 2)

const table: Record<string, object> = {}
for (const [name, loads] of Object.entries(cases).filter(([name]) => name.includes(only)))
  for (const clients of [1, 16]) {
    const samples = { app: [] as Sample[], bare: [] as Sample[] }
    // Round -1 is a warm-up.
    for (let turn = -1; turn < rounds; turn++) {
      const ofApp = await run(app.pid, loads.app, clients)
      if (turn >= 0) samples.app.push(ofApp)
      if (isProfile) continue
      const ofBare = await run(server.pid!, loads.bare, clients)
      if (turn >= 0) samples.bare.push(ofBare)
    }
    table[`${name}, ${clients} at a time`] = {
      ...summarize('app', samples.app),
      ...(!isProfile && { ...summarize('bare', samples.bare), 'app / bare': medianRatio(samples.app, samples.bare) }),
    }
  }
console.table(table)

/** Opens a live stream for each user. @returns closes them */
const openStreams = async (users: User[]) => {
  const controller = new AbortController()
  for (const { cookie } of users) {
    const { status, body } = await fetch(`${app.origin}${eventStreamPath}`, { headers: { cookie }, signal: controller.signal })
    if (status !== 200) throw new Error(`a live stream was answered with ${status}`)
    // Reads until the streams are closed.
    void body!.pipeTo(new WritableStream()).catch(() => undefined)
  }
  return () => controller.abort()
}
if ('live streams'.includes(only)) {
  const samples = { without: [] as Sample[], with: [] as Sample[] }
  for (let turn = -1; turn < rounds; turn++) {
    const without = await run(app.pid, create.app, writers)
    const close = await openStreams(creators)
    const beside = await run(app.pid, create.app, writers)
    close()
    if (turn < 0) continue
    samples.without.push(without)
    samples.with.push(beside)
  }
  console.table({
    [`creates by ${writers} users`]: {
      ...summarize('no streams', samples.without),
      ...summarize('live streams', samples.with),
      'live / none': medianRatio(samples.with, samples.without),
    },
  })
}

http.stop()
server.kill()
await app.stop()
