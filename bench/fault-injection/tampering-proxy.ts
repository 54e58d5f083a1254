import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Makes another answer of the provider's; null tells the truth. */
export type Tamper = ((answer: string) => string) | null

/** Stands between the server and the card provider, and alters what that one answers when it is asked what became of a payment. */
export const startTamperingProxy = async () => {
  let [target, lie]: [string, Tamper] = ['', null]
  const server = createServer((incoming, outgoing) => {
    const { host: _host, 'accept-encoding': _encoding, ...headers } = incoming.headers
    const onward = request(target + incoming.url, { method: incoming.method, headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', () => outgoing.destroy())
      reply.on('end', () => {
        const truth = Buffer.concat(chunks).toString()
        const said = Buffer.from(lie && incoming.method === 'GET' ? lie(truth) : truth)
        outgoing.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'content-length': said.length })
        outgoing.end(said)
      })
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** @returns where it listens on behalf of that origin */
    before: (origin: string): string => {
      target = origin
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    tell: (next: Tamper) => {
      lie = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
