import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from './rolling-restarts/cluster.ts'
import { isSmoke } from './support/args.ts'
import { percentile } from './support/stats.ts'

// Tests rolling restarts: two nodes behind a proxy serve a constant load of reads and writes, first undisturbed, then while the nodes are restarted in
// turn by SIGTERM.
//   node bench/rolling-restarts.ts [--restarts 10] [--rate 100] [--quiet 10] [--drain 5] [--proxy own|haproxy] [--smoke]
// Every fourth request creates a customer, with an Idempotency-Key. The client never retries. Exits with 1 when a request failed, or a write is missing
// or duplicated.

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean' },
    restarts: { type: 'string', default: isSmoke ? '1' : '10' },
    rate: { type: 'string', default: isSmoke ? '20' : '100' },
    quiet: { type: 'string', default: isSmoke ? '1' : '10' },
    drain: { type: 'string', default: isSmoke ? '1' : '5' },
    proxy: { type: 'string', default: 'own' },
  },
})
const [restarts, rate, quietSeconds, drainSeconds] = [values.restarts, values.rate, values.quiet, values.drain].map(Number) as [
  number,
  number,
  number,
  number,
]

type Tally = { requests: number; failed: string[]; ms: number[] }
const cluster = await startCluster({ drainSeconds, proxy: values.proxy })
const { cookie } = cluster.user
const acknowledged: string[] = []
let tally: Tally = { requests: 0, failed: [], ms: [] }

const send = async (turn: number, into: Tally) => {
  const isWrite = turn % 4 === 0
  const name = `Customer ${randomUUID()}`
  const startedAt = performance.now()
  into.requests++
  try {
    const response = await fetch(`${cluster.origin}/api/customers${isWrite ? '' : '?limit=20'}`, {
      method: isWrite ? 'POST' : 'GET',
      headers: { cookie, ...(isWrite && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
      ...(isWrite && { body: JSON.stringify({ name }) }),
    })
    const text = await response.text()
    if (response.status !== (isWrite ? 201 : 200)) into.failed.push(`${response.status} ${text.slice(0, 120)}`)
    else if (isWrite) acknowledged.push(name)
  } catch (error) {
    into.failed.push(String((error as Error).cause ?? error))
  }
  into.ms.push(performance.now() - startedAt)
}

let isStopped = false
const pending = new Set<Promise<void>>()
/** Starts requests at a constant rate, independent of the responses. */
const runLoad = async () => {
  const startedAt = performance.now()
  for (let turn = 0; !isStopped; turn++) {
    const waitMs = startedAt + (turn * 1000) / rate - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    const request = send(turn, tally)
    pending.add(request)
    void request.finally(() => pending.delete(request))
  }
  await Promise.all(pending)
}

const startTally = () => {
  tally = { requests: 0, failed: [], ms: [] }
  return tally
}
const toRow = (phase: string, { requests, failed, ms }: Tally) => {
  const formatPercentile = (share: number) => `${(ms.length === 0 ? 0 : percentile(ms, share)).toFixed(1)} ms`
  return { phase, requests, failed: failed.length, p50: formatPercentile(0.5), p99: formatPercentile(0.99), slowest: formatPercentile(1) }
}

const loading = runLoad()
await sleep(2000)
const quiet = startTally()
await sleep(quietSeconds * 1000)
const rolling = startTally()
for (let restart = 0; restart < restarts; restart++) {
  await cluster.restart(restart % 2)
  console.log(`restart ${restart + 1} of ${restarts}: ${rolling.requests} requests, ${rolling.failed.length} failed`)
}
isStopped = true
await loading
console.table([toRow('quiet', quiet), toRow('rolling', rolling)])
const names = await cluster.listCustomerNames()
const counts = new Map<string, number>()
for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
const missing = acknowledged.filter((name) => !counts.has(name)).length
const duplicated = [...counts.values()].filter((count) => count > 1).length
console.log(
  `${acknowledged.length} writes acknowledged, ${missing} missing, ${duplicated} duplicated; proxy: ${values.proxy}, drain: ${drainSeconds} s`,
)
const failed = [...quiet.failed, ...rolling.failed]
for (const reason of new Set(failed)) console.log(`  ${failed.filter((each) => each === reason).length} x ${reason}`)
await cluster.close()
process.exit(failed.length + missing + duplicated > 0 ? 1 : 0)
