import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SettingError } from '#server/platform/config/env.ts'
import { runInConnectionContext } from '#server/platform/telemetry/request-context.ts'

/** Without traffic. An open connection takes memory, and its response one of its account's concurrent requests. */
const idleMs = 120_000

/** Longer than proxies and browsers keep idle connections, so that none sends a request at the moment when the server closes the connection. */
const keepAliveMs = 65_000

/** In a context that names the connection: an uncaught error then ends only that. All HTTP servers of the product are created here. */
export const createHttpServer = (handle: (req: IncomingMessage, res: ServerResponse) => void): Server => {
  const server = createServer(handle)
  server.setTimeout(idleMs)
  server.keepAliveTimeout = keepAliveMs
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) =>
    runInConnectionContext(socket, () => {
      for (const listener of listeners) listener.call(server, socket)
    }),
  )
  return server
}

type ListenSettings = { port: [name: string, value: number]; host: [name: string, value: string] }

export const explainListenError = (error: unknown, { port: [portName, port], host: [hostName, host] }: ListenSettings): unknown => {
  const { code } = error as NodeJS.ErrnoException
  const because = (sentence: string) => new SettingError(sentence, { cause: error })
  if (code === 'EADDRINUSE')
    return because(`The port ${port} is already in use. Stop the process that uses it, or set ${portName} to another one.`)
  if (code === 'EACCES')
    return because(`This account may not open the port ${port}. Set ${portName} to a number above 1023, or put a proxy in front.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code ?? ''))
    return because(`${hostName} must be a name or address of this machine, such as localhost or 0.0.0.0: ${host} is none (${code}).`)
  return error
}
