import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MountedHandler } from './fastify-app.ts'

export type HealthChecks = {
  /** Without cookies, session, limits or log. */
  mounts: MountedHandler[]
  /** Makes /readyz report that this node takes no more requests, so that proxies use another one. */
  drain(): void
}

type Deps = {
  findUnavailable: () => Promise<string | null>
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const reply = ({ method, headers: { connection } }: IncomingMessage, res: ServerResponse, status: number, body: object) => {
  const text = JSON.stringify(body)
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text), ...(connection === 'close' && { connection }) })
  res.end(method === 'HEAD' ? undefined : text)
}

const onlyPath =
  (path: string, handle: (req: IncomingMessage, res: ServerResponse) => void | Promise<void>): MountedHandler['handle'] =>
  (req, res) => {
    if (req.url?.split('?')[0] !== path) return reply(req, res, 404, { message: 'There is nothing at this address' })
    if (req.method === 'GET' || req.method === 'HEAD') return handle(req, res)
    res.setHeader('allow', 'GET, HEAD')
    return reply(req, res, 405, { message: 'Only GET and HEAD are understood here' })
  }

export const createHealthChecks = ({ findUnavailable }: Deps): HealthChecks => {
  let isDraining = false
  return {
    mounts: [
      { prefix: '/healthz', isUnlogged: true, handle: onlyPath('/healthz', (req, res) => reply(req, res, 200, { status: 'alive' })) },
      {
        prefix: '/readyz',
        isUnlogged: true,
        handle: onlyPath('/readyz', async (req, res) => {
          const reason = isDraining ? 'draining' : await findUnavailable()
          if (reason === null) return reply(req, res, 200, { status: 'ready' })
          res.setHeader('retry-after', '2')
          reply(req, res, 503, { status: 'not ready', because: reason })
        }),
      },
    ],
    drain: () => {
      isDraining = true
    },
  }
}
