import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findViolations } from './vendor-schemas.ts'

export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }
/** A status and a body (an object is sent as JSON), or a function that answers itself. */
export type ScriptedAnswer = { status?: number; body?: unknown; headers?: Record<string, string> } | ((res: ServerResponse) => void)

/** A server with scripted answers for each call ('POST /v2/checkout/orders'), one after the other. The last one is repeated. */
export const startScriptedServer = async () => {
  const seen: SeenRequest[] = []
  const violations: string[] = []
  let script: Record<string, ScriptedAnswer[]> = {}
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const request = { method: req.method!, path: req.url!, headers: req.headers, body: Buffer.concat(parts).toString('utf8') }
    seen.push(request)
    violations.push(...findViolations(request))
    const lines = script[`${request.method} ${request.path}`] ?? script[`${request.method} ${request.path.split('?')[0]}`] ?? []
    const answer = (lines.length > 1 ? lines.shift() : lines[0]) ?? {
      status: 404,
      body: { name: 'RESOURCE_NOT_FOUND', message: 'not scripted' },
    }
    if (typeof answer === 'function') return answer(res)
    const text = typeof answer.body === 'string' ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body)
    res.writeHead(answer.status ?? 200, { 'content-type': 'application/json', 'paypal-debug-id': 'dbg1', ...answer.headers }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    violations,
    /** Replaces the script. The token endpoint succeeds unless the script contains it. */
    says: (lines: Record<string, ScriptedAnswer | ScriptedAnswer[]>) => {
      seen.length = 0
      violations.length = 0
      const all = { 'POST /v1/oauth2/token': { body: { access_token: 'A21.token', token_type: 'Bearer', expires_in: 32_400 } }, ...lines }
      script = Object.fromEntries(Object.entries(all).map(([call, answers]) => [call, Array.isArray(answers) ? [...answers] : [answers]]))
    },
    calls: () => seen.map(({ method, path }) => `${method} ${path}`),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type ScriptedServer = Awaited<ReturnType<typeof startScriptedServer>>
