import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands between clients and a server, and takes the answer of some changes for itself: the client only sees its connection break, as when the
 * network fails, or the server dies, right after everything was written down.
 * @param origin where the server is at the moment
 */
export const startDroppingProxy = async (origin: () => string) => {
  /** What was kept back, by the request's key. */
  const stolen = new Map<string, string>()
  let isWanted = (_key: string) => false
  let onTheft: () => void = () => undefined
  const server = createServer((incoming, outgoing) => {
    const key = String(incoming.headers['idempotency-key'] ?? '')
    const { host: _host, ...headers } = incoming.headers
    const onward = request(origin() + incoming.url, { method: incoming.method, headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', () => outgoing.destroy())
      reply.on('end', () => {
        const body = Buffer.concat(chunks)
        if (key && !stolen.has(key) && isWanted(key) && (reply.statusCode ?? 500) < 300) {
          stolen.set(key, `${reply.statusCode} ${body.toString()}`)
          onTheft()
          return outgoing.destroy()
        }
        outgoing.writeHead(reply.statusCode ?? 500, { ...reply.headers, 'content-length': body.length })
        outgoing.end(body)
      })
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stolen,
    /** Which answers are taken, and what happens as soon as one was. */
    steal: (which: (key: string) => boolean, then: () => void = () => undefined) => {
      isWanted = which
      onTheft = then
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
