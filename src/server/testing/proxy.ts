import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

type Node = { origin: string; isReady: boolean }
export type RunningProxy = {
  origin: string
  /** Origins of the nodes that get requests at this moment. */
  ready(): string[]
  close(): Promise<void>
}

/** As nginx: what is kept of a body, so that it can be sent a second time. Longer ones go through as they come, once. */
const mostKeptBytes = 1_048_576
/** How long a request waits for a node that is ready, when none is. */
const patienceMs = 2000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const isSafe = ({ method = '', headers }: IncomingMessage) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) || headers['idempotency-key'] !== undefined

/** The body, or null when it is too long to be kept. What was read of that one comes first in `rest`. */
const readBody = async (req: IncomingMessage): Promise<{ kept: Buffer | null; begun: Buffer[] }> => {
  const begun: Buffer[] = []
  let bytes = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    begun.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > mostKeptBytes) return { kept: null, begun }
  }
  return { kept: Buffer.concat(begun), begun }
}

/**
 * A reverse proxy in front of several nodes, as HAProxy or nginx would be: takes turns among those whose /readyz says so, and asks another one when a
 * node refused the connection, or closed it before the first byte of an answer to a request that may be sent twice (a read, or one with an
 * Idempotency-Key). Answers stream through as they come. It replaces X-Forwarded-For, -Proto, -Host and X-Request-Id.
 * @param origins the nodes, which needn't run yet
 * @param options.port where to listen on 127.0.0.1; any free port unless it is given
 * @param options.everyMs how often each node is asked whether it is ready
 */
export const startProxy = async (
  origins: readonly string[],
  { port = 0, everyMs = 200 }: { port?: number; everyMs?: number } = {},
): Promise<RunningProxy> => {
  const nodes: Node[] = origins.map((origin) => ({ origin, isReady: false }))
  const agent = new Agent({ keepAlive: true })
  let isOver = false
  let turn = 0

  const look = async (node: Node) => {
    try {
      const { ok, body } = await fetch(`${node.origin}/readyz`, { signal: AbortSignal.timeout(2000) })
      await body?.cancel()
      node.isReady = ok
    } catch {
      node.isReady = false
    }
  }
  const watch = async (node: Node) => {
    while (!isOver) {
      await look(node)
      await pause(everyMs)
    }
  }
  const watches = nodes.map(watch)

  /** The next in turn that is ready and hasn't been tried for this request. */
  const pick = async (tried: ReadonlySet<Node>): Promise<Node | null> => {
    const until = Date.now() + patienceMs
    do {
      const ready = nodes.filter((node) => node.isReady && !tried.has(node))
      if (ready.length > 0) return ready[turn++ % ready.length]!
      if (tried.size > 0 && nodes.every((node) => tried.has(node))) return null
      await pause(20)
    } while (Date.now() < until && !isOver)
    return null
  }

  const forward = async (req: IncomingMessage, res: ServerResponse) => {
    const { kept, begun } = await readBody(req)
    const headers = {
      ...req.headers,
      connection: 'keep-alive',
      'x-forwarded-for': req.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': req.headers.host ?? '',
      'x-request-id': randomUUID(),
    }
    const tried = new Set<Node>()
    for (;;) {
      const node = await pick(tried)
      if (!node) return refuse(res, 503, 'No server is ready at the moment.')
      tried.add(node)
      const outcome = await attempt(node, req, res, headers, kept, begun)
      if (outcome === 'answered') return
      node.isReady = false
      const mayRepeat = kept !== null && (outcome === 'refused' || isSafe(req))
      if (!mayRepeat) return refuse(res, 502, 'The server closed the connection without an answer.')
    }
  }

  const attempt = (
    node: Node,
    req: IncomingMessage,
    res: ServerResponse,
    headers: Record<string, string | string[] | undefined>,
    kept: Buffer | null,
    begun: readonly Buffer[],
  ) =>
    new Promise<'answered' | 'refused' | 'cut'>((resolve) => {
      // What can't be repeated goes out on a connection of its own: one that was kept may be about to close.
      const up = request(node.origin + (req.url ?? '/'), { method: req.method, headers, agent: isSafe(req) ? agent : false })
      up.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders))
        res.flushHeaders()
        answer.pipe(res)
        // Cut in the middle it stays cut: whoever reads must not take a half for the whole.
        answer.on('error', () => res.destroy())
        answer.on('aborted', () => res.destroy())
        resolve('answered')
      })
      up.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'))
      res.on('close', () => up.destroy())
      if (kept) return void up.end(kept)
      for (const chunk of begun) up.write(chunk)
      req.pipe(up)
    })

  const server = createServer((req, res) => {
    forward(req, res).catch(() => res.destroy())
  })
  server.keepAliveTimeout = 60_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  await Promise.all(nodes.map(look))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    ready: () => nodes.filter(({ isReady }) => isReady).map(({ origin }) => origin),
    close: async () => {
      isOver = true
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await Promise.all(watches)
    },
  }
}

const refuse = (res: ServerResponse, status: number, message: string) => {
  if (res.headersSent) return void res.destroy()
  res.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' })
  res.end(JSON.stringify({ message }))
}

/** Without what is between two machines only. */
const endToEnd = (raw: readonly string[]): string[] => {
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2)
    if (!['connection', 'keep-alive', 'transfer-encoding'].includes(raw[i]!.toLowerCase())) kept.push(raw[i]!, raw[i + 1]!)
  return kept
}
