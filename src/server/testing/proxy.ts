import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

type Node = { origin: string; isReady: boolean }
export type RunningProxy = {
  origin: string
  /** Origins of the nodes that currently get requests. */
  ready(): string[]
  close(): Promise<void>
}

/** Bodies up to this size are buffered, as nginx does, so that they can be sent again. Longer ones are streamed, once. */
const maxBufferedBytes = 1_048_576
/** How long a request waits when no node is ready. */
const readyTimeoutMs = 2000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const isSafe = ({ method = '', headers }: IncomingMessage) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) || headers['idempotency-key'] !== undefined

/** Buffers the body. `buffered` is null for a body that is too long, which starts with the chunks in `begun`. */
const readBody = async (req: IncomingMessage): Promise<{ buffered: Buffer | null; begun: Buffer[] }> => {
  const begun: Buffer[] = []
  let bytes = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    begun.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > maxBufferedBytes) return { buffered: null, begun }
  }
  return { buffered: Buffer.concat(begun), begun }
}

/**
 * A reverse proxy in front of several nodes, like HAProxy or nginx: it rotates among the nodes whose /readyz is good, and tries another one when a
 * node refuses the connection, or closes it before the first byte of a reply to a request that can be repeated (a read, or one with an
 * Idempotency-Key). Replies are streamed. It replaces X-Forwarded-For, -Proto, -Host and X-Request-Id.
 * @param origins the nodes, which need not run yet
 * @param options.port port on 127.0.0.1; by default any free one
 * @param options.everyMs interval of the readiness checks
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
  const checkReadiness = async (node: Node) => {
    while (!isOver) {
      await look(node)
      await pause(everyMs)
    }
  }
  const watches = nodes.map(checkReadiness)

  /** The next ready node that this request has not tried yet. */
  const pick = async (tried: ReadonlySet<Node>): Promise<Node | null> => {
    const until = Date.now() + readyTimeoutMs
    do {
      const ready = nodes.filter((node) => node.isReady && !tried.has(node))
      if (ready.length > 0) return ready[turn++ % ready.length]!
      if (tried.size > 0 && nodes.every((node) => tried.has(node))) return null
      await pause(20)
    } while (Date.now() < until && !isOver)
    return null
  }

  const forward = async (req: IncomingMessage, res: ServerResponse) => {
    const { buffered, begun } = await readBody(req)
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
      const outcome = await attempt(node, req, res, headers, buffered, begun)
      if (outcome === 'answered') return
      node.isReady = false
      const isRepeatable = buffered !== null && (outcome === 'refused' || isSafe(req))
      if (!isRepeatable) return refuse(res, 502, 'The server closed the connection without an answer.')
    }
  }

  const attempt = (
    node: Node,
    req: IncomingMessage,
    res: ServerResponse,
    headers: Record<string, string | string[] | undefined>,
    buffered: Buffer | null,
    begun: readonly Buffer[],
  ) =>
    new Promise<'answered' | 'refused' | 'cut'>((resolve) => {
      // A request that cannot be repeated uses a new connection: an idle one may be about to close.
      const up = request(node.origin + (req.url ?? '/'), { method: req.method, headers, agent: isSafe(req) ? agent : false })
      up.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders))
        res.flushHeaders()
        answer.pipe(res)
        // A reply that is cut off stays cut off, so that the client does not take it for complete.
        answer.on('error', () => res.destroy())
        answer.on('aborted', () => res.destroy())
        resolve('answered')
      })
      up.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'))
      res.on('close', () => up.destroy())
      if (buffered) return void up.end(buffered)
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

/** Removes hop-by-hop headers. */
const endToEnd = (raw: readonly string[]): string[] => {
  const buffered: string[] = []
  for (let i = 0; i < raw.length; i += 2)
    if (!['connection', 'keep-alive', 'transfer-encoding'].includes(raw[i]!.toLowerCase())) buffered.push(raw[i]!, raw[i + 1]!)
  return buffered
}
