import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from './rolling-restarts/cluster.ts'
import { isSmoke } from './support/args.ts'

// Two nodes behind a proxy answer a steady load of reads and writes, first in quiet, then while each is restarted in turn by SIGTERM.
//   node bench/rolling-restarts.ts [--restarts 10] [--rate 100] [--quiet 10] [--drain 5] [--proxy own|haproxy] [--smoke]
// One request in four writes (a customer, with an Idempotency-Key), and none is repeated by the client. Ends with 1 when a request failed or a write is
// missing or there twice.

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
const trials = await startCluster({ drainSeconds, proxy: values.proxy })
const { cookie } = trials.person
const acknowledged: string[] = []
let tally: Tally = { requests: 0, failed: [], ms: [] }

const one = async (turn: number, into: Tally) => {
  const writes = turn % 4 === 0
  const name = `Customer ${randomUUID()}`
  const startedAt = performance.now()
  into.requests++
  try {
    const reply = await fetch(`${trials.origin}/api/customers${writes ? '' : '?limit=20'}`, {
      method: writes ? 'POST' : 'GET',
      headers: { cookie, ...(writes && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
      ...(writes && { body: JSON.stringify({ name }) }),
    })
    const text = await reply.text()
    if (reply.status !== (writes ? 201 : 200)) into.failed.push(`${reply.status} ${text.slice(0, 120)}`)
    else if (writes) acknowledged.push(name)
  } catch (error) {
    into.failed.push(String((error as Error).cause ?? error))
  }
  into.ms.push(performance.now() - startedAt)
}

let isOver = false
const underWay = new Set<Promise<void>>()
/** Begins each request at its time, whether or not those before have been answered. */
const load = async () => {
  const begunAt = performance.now()
  for (let turn = 0; !isOver; turn++) {
    const early = begunAt + (turn * 1000) / rate - performance.now()
    if (early > 1) await sleep(early)
    const asked = one(turn, tally)
    underWay.add(asked)
    void asked.finally(() => underWay.delete(asked))
  }
  await Promise.all(underWay)
}

const begin = () => {
  tally = { requests: 0, failed: [], ms: [] }
  return tally
}
const row = (what: string, { requests, failed, ms }: Tally) => {
  const sorted = [...ms].sort((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)} ms`
  return { what, requests, failed: failed.length, p50: at(0.5), p99: at(0.99), slowest: at(1) }
}

const loading = load()
await sleep(2000)
const quiet = begin()
await sleep(quietSeconds * 1000)
const rolling = begin()
for (let restart = 0; restart < restarts; restart++) {
  await trials.restart(restart % 2)
  console.log(`restart ${restart + 1} of ${restarts}: ${rolling.requests} requests, ${rolling.failed.length} failed`)
}
isOver = true
await loading
console.table([row('quiet', quiet), row('rolling', rolling)])
const names = await trials.customerNames()
const there = new Map<string, number>()
for (const name of names) there.set(name, (there.get(name) ?? 0) + 1)
const missing = acknowledged.filter((name) => !there.has(name)).length
const twice = [...there.values()].filter((times) => times > 1).length
console.log(
  `${acknowledged.length} writes acknowledged, ${missing} missing, ${twice} there twice; proxy: ${values.proxy}, drain: ${drainSeconds} s`,
)
const failed = [...quiet.failed, ...rolling.failed]
for (const why of new Set(failed)) console.log(`  ${failed.filter((each) => each === why).length} x ${why}`)
await trials.close()
process.exit(failed.length + missing + twice > 0 ? 1 : 0)
