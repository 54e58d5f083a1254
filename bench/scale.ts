import type { HttpLoad } from './load/http-load.ts'
import { startLoad } from './load/load.ts'
import { numberPlaceholder } from './load/placeholders.ts'
import { type Cluster, startCluster } from './scale/cluster.ts'
import { isSmoke } from './support/args.ts'
import { getCpuMs, getProcessTree, getResidentMb } from './support/processes.ts'

// Past one machine, on one: how one node and two share a database, and whether a hundred businesses slow each other down.
//   1. The same calls by sixteen clients to one node, and by eight to each of two: calls a second, and what a call costs of the processors, by process.
//   2. One business with so many invoices alone on a server, and a hundred of the same size on another: list, dashboard, creation.
// Both sides take turns round by round, so that a busy machine slows both. Figures are medians of the rounds.
//   node bench/scale.ts [--rounds 7] [--users 100] [--invoices 10000] [--part nodes|users] [--smoke]

const flag = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}
const rounds = Number(flag('rounds', isSmoke ? '1' : '7'))
const users = Number(flag('users', isSmoke ? '3' : '100'))
const invoices = Number(flag('invoices', isSmoke ? '20' : '10000'))
const part = flag('part', 'both')
const roundMs = isSmoke ? 200 : 2000

const line = (i: number) => ({ description: `Work of a certain kind, part ${i}`, quantity: '1.50', unitPrice: `${100 + i}.99` })
type Call = Pick<HttpLoad, 'method' | 'path' | 'status' | 'body' | 'keyed'>
const callsOf = ({ customerId }: Cluster): Record<string, Call> => ({
  'a list of 50': { method: 'GET', path: '/api/invoices?limit=50', status: 200 },
  'the dashboard': { method: 'GET', path: '/api/dashboard', status: 200 },
  'an invoice of 5 lines is created': {
    method: 'POST',
    path: '/api/invoices',
    status: 201,
    keyed: true,
    body: JSON.stringify({
      customerId,
      invoiceNumber: `B-${numberPlaceholder}`,
      issueDate: '2026-01-01',
      dueDate: '2099-01-31',
      taxRate: '8.25',
      lineItems: Array.from({ length: 5 }, (_, i) => line(i)),
    }),
  },
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const rounded = (value: number) => Number(value.toPrecision(3))

type Round = { perSecond: number; p50: number; p99: number; nodeMs: number; databaseMs: number }
const middle = (all: Round[]): Round => {
  const of = (key: keyof Round) => rounded(median(all.map((round) => round[key])))
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), nodeMs: of('nodeMs'), databaseMs: of('databaseMs') }
}

const loads = [startLoad('./http-load.ts'), startLoad('./http-load.ts')]

/** One round: so many clients shared among the first `count` nodes, each with a load process of its own. */
const oneRound = async ({ nodes, postmaster, cookies }: Cluster, call: Call, count: number, clients: number): Promise<Round> => {
  const used = () => ({
    node: nodes.reduce((sum, { process: { pid } }) => sum + getCpuMs(pid!), 0),
    database: getProcessTree(postmaster).reduce((sum, pid) => sum + getCpuMs(pid), 0),
  })
  const before = used()
  const all = await Promise.all(
    nodes
      .slice(0, count)
      .map(({ origin }, i) =>
        loads[i]!.run<HttpLoad>({ ...call, port: Number(new URL(origin).port), cookies, byTurns: true }, clients / count, roundMs),
      ),
  )
  const after = used()
  const calls = all.reduce((sum, figures) => sum + figures.count, 0)
  return {
    perSecond: all.reduce((sum, figures) => sum + figures.perSecond, 0),
    p50: median(all.map((figures) => figures.p50)),
    p99: Math.max(...all.map((figures) => figures.p99)),
    nodeMs: (after.node - before.node) / calls,
    databaseMs: (after.database - before.database) / calls,
  }
}

const nodesPart = async () => {
  const site = await startCluster({ users: 16, invoices: isSmoke ? 20 : 1000, count: 2 })
  try {
    const rows: Record<string, unknown>[] = []
    for (const [name, call] of Object.entries(callsOf(site))) {
      const found: Round[][] = [[], []]
      for (let round = -1; round < rounds; round++)
        for (const count of [1, 2]) {
          const figures = await oneRound(site, call, count, 16)
          if (round >= 0) found[count - 1]!.push(figures)
        }
      const [one, two] = found.map(middle) as [Round, Round]
      for (const [nodes, figures] of [one, two].entries()) rows.push({ call: name, nodes: nodes + 1, ...figures })
      rows.push({ call: name, nodes: '2 / 1', perSecond: rounded(two.perSecond / one.perSecond) })
    }
    console.log('\nOne node and two on one database, 16 clients; milliseconds, and milliseconds of processor time for a call')
    console.table(rows)
    console.log(`Memory: ${site.nodes.map(({ process: { pid } }) => `${getResidentMb(pid!)} MB`).join(' and ')} for the two nodes.`)
  } finally {
    await site.close()
  }
}

const usersPart = async () => {
  const alone = await startCluster({ users: 1, invoices, count: 1 })
  const began = performance.now()
  const among = await startCluster({ users, invoices, count: 1 })
  console.log(
    `\n${users} businesses of ${invoices} invoices of five lines were written within ${Math.round((performance.now() - began) / 1000)} s.`,
  )
  try {
    const rows: Record<string, unknown>[] = []
    for (const [name, call] of Object.entries(callsOf(alone))) {
      const found: Round[][] = [[], []]
      // The first two rounds warm connections, plans and caches.
      for (let round = -2; round < rounds; round++)
        for (const [i, site] of [alone, among].entries()) {
          const figures = await oneRound(site, call, 1, 2)
          if (round >= 0) found[i]!.push(figures)
        }
      const [one, many] = found.map(middle) as [Round, Round]
      rows.push(
        { call: name, businesses: 1, ...one },
        { call: name, businesses: users, ...many },
        { call: name, businesses: 'ratio', p50: rounded(many.p50 / one.p50), p99: rounded(many.p99 / one.p99) },
      )
    }
    console.log(`\nOne business of ${invoices} invoices, and ${users} of them, each call another's; 2 clients`)
    console.table(rows)
  } finally {
    await among.close()
    await alone.close()
  }
}

if (part !== 'users') await nodesPart()
if (part !== 'nodes') await usersPart()
for (const load of loads) load.stop()
