import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { runInConnectionContext } from '#server/platform/telemetry/request-context.ts'

/** A client that neither sends nor reads for so long is gone: its answer takes memory and a place among its account's requests. */
const idleMs = 120_000

/** Longer than proxies and browsers keep an idle connection: otherwise one of them sends its next request just when this side closes. */
const keepAliveMs = 65_000

/**
 * An HTTP server whose work knows the connection that it is done for, also where a stream reads or writes in its own time: an error that nothing
 * catches then ends that connection alone. Every HTTP server of the product is one of these.
 */
export const createHttpServer = (answer: (req: IncomingMessage, res: ServerResponse) => void): Server => {
  const server = createServer(answer)
  server.setTimeout(idleMs)
  server.keepAliveTimeout = keepAliveMs
  const accept = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) =>
    runInConnectionContext(socket, () => {
      for (const each of accept) each.call(server, socket)
    }),
  )
  return server
}
