import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StatusCounts } from './noisy-neighbors.ts'

// A separate process that attacks the server until it is stopped: it repeats the calls of an attack over several connections at once, without a pause. It sends
// the number of responses by status when it ends.

export type Attack = {
  name: string
  connections: number
  calls: {
    method: string
    path: string
    headers?: Record<string, string>
    body?: keyof typeof bodies
    megabytes?: number
    /** The client leaves after this time, without waiting for the answer. */
    leaveAfterMs?: number
  }[]
}
export type AttackOrder = { origin: string; attack: Attack }

const repeat = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))
/** Bodies of a size in bytes. Those of imports have the form that the call takes, as far as it goes. */
const bodies = {
  nested: (bytes: number) => `{"name":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`,
  'nested objects': (bytes: number) => repeat('{"name":', bytes),
  wide: (bytes: number) => `{"name":[${repeat('1,', bytes)}1]}`,
  unclosed: (bytes: number) => `{"name":["${'x'.repeat(bytes / 2)}",${repeat('"a",', bytes / 2)}`,
  'many keys': (bytes: number) => `{${Array.from({ length: bytes / 14 }, (_, i) => `"key${i}":1`).join(',')}}`,
  'wide rows': (bytes: number) => {
    // As many fields and rows as an import may have.
    const values = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`field${i}`, 'some text here']))
    const row = JSON.stringify({ line: 2, values })
    return `{"rows":[${repeat(`${row},`, Math.min(bytes, 10_000 * row.length))}${row}]}`
  },
  'wide list': (bytes: number) => `{"rows":[${repeat('{"line":1,"values":{}},', bytes)}{}]}`,
}
const built = new Map<string, Buffer>()
const buildBody = (body: keyof typeof bodies, megabytes: number) => {
  const name = `${body} ${megabytes}`
  const found = built.get(name) ?? Buffer.from(bodies[body](Math.floor(megabytes * 1_048_576) - 1024))
  built.set(name, found)
  return found
}

let isStopped = false
const counts: StatusCounts = {}

const start = ({ origin, attack: { name, connections, calls } }: AttackOrder) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const count = (status: string) => {
    const ofName = counts[name] ?? {}
    counts[name] = { ...ofName, [status]: (ofName[status] ?? 0) + 1 }
  }
  const send = ({ method, path, headers, body, megabytes = 1, leaveAfterMs }: Attack['calls'][number]) =>
    new Promise<void>((resolve) => {
      const bytes = body && buildBody(body, megabytes)
      const outgoing = request(origin + path, {
        method,
        agent,
        headers: { ...headers, ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }) },
      })
      const timer = leaveAfterMs && setTimeout(() => outgoing.destroy(), leaveAfterMs)
      let isAnswered = false
      const end = (status: string) => {
        if (!isAnswered) count(status)
        isAnswered = true
        clearTimeout(timer || undefined)
        resolve()
      }
      outgoing.on('response', (response) => {
        response.on('data', () => undefined)
        response.on('error', () => end('broken off'))
        response.on('end', () => end(String(response.statusCode)))
      })
      outgoing.on('error', (error: NodeJS.ErrnoException) => end(leaveAfterMs ? 'left' : (error.code ?? error.message)))
      outgoing.end(bytes)
    })
  return Array.from({ length: connections }, async (_, i) => {
    for (let next = i; !isStopped; next++) {
      await send(calls[next % calls.length]!)
      await sleep(0)
    }
  })
}

let running: Promise<unknown>[] = []
process.on('message', async (message: AttackOrder | 'stop') => {
  if (message !== 'stop') {
    running = start(message)
    return
  }
  isStopped = true
  await Promise.race([Promise.all(running), sleep(20_000)])
  process.send!(counts)
})
