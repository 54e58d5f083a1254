import type { HttpLoad } from './load/http-load.ts'
import { numberPlaceholder, startLoad } from './load/load.ts'
import { type Cluster, startCluster } from './scale/cluster.ts'
import { isSmoke } from './support/args.ts'
import { buildInvoiceBody } from './support/invoice-data.ts'
import { getCpuMs, getResidentMb, getTreeCpuMs } from './support/processes.ts'
import { median, roundSignificant } from './support/stats.ts'

// Measures horizontal scaling on one machine: one and two nodes on a database, and one and a hundred businesses on a server.
//   1. Nodes: the same requests by sixteen clients to one node, and by eight clients to each of two. Requests per second and CPU time per request.
//   2. Users: one business alone on a server, and a hundred of the same size on another. Latencies of list, dashboard and creation.
// Both sides alternate round by round, so that a busy machine slows both. Figures are medians of the rounds.
//   node bench/scale.ts [--rounds 7] [--users 100] [--invoices 10000] [--part nodes|users] [--smoke]

const readFlag = (name: string, fallback: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback)
}
const rounds = Number(readFlag('rounds', isSmoke ? '1' : '7'))
const users = Number(readFlag('users', isSmoke ? '3' : '100'))
const invoices = Number(readFlag('invoices', isSmoke ? '20' : '10000'))
const part = readFlag('part', 'both')
const roundMs = isSmoke ? 200 : 2000

type Call = Pick<HttpLoad, 'method' | 'path' | 'status' | 'body' | 'keyed'>
const buildCalls = ({ customerId }: Cluster): Record<string, Call> => ({
  'a list of 50': { method: 'GET', path: '/api/invoices?limit=50', status: 200 },
  'the dashboard': { method: 'GET', path: '/api/dashboard', status: 200 },
  'create an invoice of 5 lines': {
    method: 'POST',
    path: '/api/invoices',
    status: 201,
    keyed: true,
    body: JSON.stringify(buildInvoiceBody(customerId, `B-${numberPlaceholder}`)),
  },
})

type Round = { perSecond: number; p50: number; p99: number; nodeMs: number; databaseMs: number }
const getMedians = (rounds: Round[]): Round => {
  const medianOf = (key: keyof Round) => roundSignificant(median(rounds.map((round) => round[key])))
  return {
    perSecond: medianOf('perSecond'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    nodeMs: medianOf('nodeMs'),
    databaseMs: medianOf('databaseMs'),
  }
}

const loads = [startLoad('./http-load.ts'), startLoad('./http-load.ts')]

/** Runs one round of `clients` clients, divided among the first `count` nodes, each with its own load process. */
const runRound = async ({ nodes, postmaster, cookies }: Cluster, call: Call, count: number, clients: number): Promise<Round> => {
  const readCpu = () => ({
    node: nodes.reduce((sum, { process: { pid } }) => sum + getCpuMs(pid!), 0),
    database: getTreeCpuMs(postmaster),
  })
  const before = readCpu()
  const all = await Promise.all(
    nodes
      .slice(0, count)
      .map(({ origin }, i) =>
        loads[i]!.run<HttpLoad>({ ...call, port: Number(new URL(origin).port), cookies, rotatesUsers: true }, clients / count, roundMs),
      ),
  )
  const after = readCpu()
  const calls = all.reduce((sum, figures) => sum + figures.count, 0)
  return {
    perSecond: all.reduce((sum, figures) => sum + figures.perSecond, 0),
    p50: median(all.map((figures) => figures.p50)),
    p99: Math.max(...all.map((figures) => figures.p99)),
    nodeMs: (after.node - before.node) / calls,
    databaseMs: (after.database - before.database) / calls,
  }
}

const measureNodes = async () => {
  const cluster = await startCluster({ users: 16, invoices: isSmoke ? 20 : 1000, count: 2 })
  try {
    const rows: Record<string, unknown>[] = []
    for (const [name, call] of Object.entries(buildCalls(cluster))) {
      const results: Round[][] = [[], []]
      for (let round = -1; round < rounds; round++)
        for (const count of [1, 2]) {
          const figures = await runRound(cluster, call, count, 16)
          if (round >= 0) results[count - 1]!.push(figures)
        }
      const [one, two] = results.map(getMedians) as [Round, Round]
      for (const [nodes, figures] of [one, two].entries()) rows.push({ call: name, nodes: nodes + 1, ...figures })
      rows.push({ call: name, nodes: '2 / 1', perSecond: roundSignificant(two.perSecond / one.perSecond) })
    }
    console.log('\nOne node and two on one database, 16 clients; latencies and CPU time per request in milliseconds')
    console.table(rows)
    console.log(`Memory: ${cluster.nodes.map(({ process: { pid } }) => `${getResidentMb(pid!)} MB`).join(' and ')} for the two nodes.`)
  } finally {
    await cluster.close()
  }
}

const measureUsers = async () => {
  const alone = await startCluster({ users: 1, invoices, count: 1 })
  const startedAt = performance.now()
  const shared = await startCluster({ users, invoices, count: 1 })
  console.log(
    `\n${users} businesses of ${invoices} invoices of five lines were inserted in ${Math.round((performance.now() - startedAt) / 1000)} s.`,
  )
  try {
    const rows: Record<string, unknown>[] = []
    for (const [name, call] of Object.entries(buildCalls(alone))) {
      const results: Round[][] = [[], []]
      // Two rounds of warm-up for connections, plans and caches.
      for (let round = -2; round < rounds; round++)
        for (const [i, cluster] of [alone, shared].entries()) {
          const figures = await runRound(cluster, call, 1, 2)
          if (round >= 0) results[i]!.push(figures)
        }
      const [one, many] = results.map(getMedians) as [Round, Round]
      rows.push(
        { call: name, businesses: 1, ...one },
        { call: name, businesses: users, ...many },
        { call: name, businesses: 'ratio', p50: roundSignificant(many.p50 / one.p50), p99: roundSignificant(many.p99 / one.p99) },
      )
    }
    console.log(`\nOne business of ${invoices} invoices, and ${users} of them with each request of another user; 2 clients`)
    console.table(rows)
  } finally {
    await shared.close()
    await alone.close()
  }
}

if (part !== 'users') await measureNodes()
if (part !== 'nodes') await measureUsers()
for (const load of loads) load.stop()
