import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MountedHandler } from './fastify-app.ts'

export type HealthChecks = {
  /** /healthz and /readyz, answered before anything else looks at the request: no cookies, no session, no limit, no log. */
  mounts: MountedHandler[]
  /** From now on /readyz says that this node takes no more, so that proxies go to another one. */
  drain(): void
}

type Deps = {
  /** Which part of what requests and jobs need isn't there, or null. */
  missing: () => Promise<string | null>
}

/** Of a plain answer to a program: nothing in it is to be kept, framed or guessed at. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

const answer = ({ method, headers: { connection } }: IncomingMessage, res: ServerResponse, status: number, body: object) => {
  const text = JSON.stringify(body)
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text), ...(connection === 'close' && { connection }) })
  res.end(method === 'HEAD' ? undefined : text)
}

/** Refuses what isn't exactly this address, asked for by GET or HEAD. */
const only =
  (path: string, handle: (req: IncomingMessage, res: ServerResponse) => void | Promise<void>): MountedHandler['handle'] =>
  (req, res) => {
    if (req.url?.split('?')[0] !== path) return answer(req, res, 404, { message: 'There is nothing at this address' })
    if (req.method === 'GET' || req.method === 'HEAD') return handle(req, res)
    res.setHeader('allow', 'GET, HEAD')
    return answer(req, res, 405, { message: 'Only GET and HEAD are understood here' })
  }

/** What supervisors and proxies ask: whether the process lives, and whether it should be sent requests. */
export const createHealthChecks = ({ missing }: Deps): HealthChecks => {
  let isDraining = false
  return {
    mounts: [
      { prefix: '/healthz', isUnlogged: true, handle: only('/healthz', (req, res) => answer(req, res, 200, { status: 'alive' })) },
      {
        prefix: '/readyz',
        isUnlogged: true,
        handle: only('/readyz', async (req, res) => {
          const part = isDraining ? 'draining' : await missing()
          if (part === null) return answer(req, res, 200, { status: 'ready' })
          res.setHeader('retry-after', '2')
          answer(req, res, 503, { status: 'not ready', because: part })
        }),
      },
    ],
    drain: () => {
      isDraining = true
    },
  }
}
