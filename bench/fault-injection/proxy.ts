import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

type Exchange = { method: string; idempotencyKey: string; status: number; body: string }

/**
 * Starts an HTTP proxy that can change and drop responses.
 * @param findTarget the origin of the server behind it, for each request
 * @param onResponse returns the body for the client, or null to close the connection without a response
 */
export const startProxy = async (findTarget: () => string, onResponse: (exchange: Exchange) => string | null) => {
  const server = createServer((incoming, outgoing) => {
    const { host: _host, 'accept-encoding': _encoding, ...headers } = incoming.headers
    const { method = 'GET' } = incoming
    const forwarded = request(findTarget() + incoming.url, { method, headers }, (reply) => {
      const chunks: Buffer[] = []
      const { statusCode: status = 502 } = reply
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', () => outgoing.destroy())
      reply.on('end', () => {
        const idempotencyKey = String(incoming.headers['idempotency-key'] ?? '')
        const answer = onResponse({ method, idempotencyKey, status, body: Buffer.concat(chunks).toString() })
        if (answer === null) return outgoing.destroy()
        const body = Buffer.from(answer)
        outgoing.writeHead(status, { ...reply.headers, 'content-length': body.length })
        outgoing.end(body)
      })
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
