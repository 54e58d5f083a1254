import type { IncomingMessage, ServerResponse } from 'node:http'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describeError, HttpError, isLoopbackHost, sendJson } from './http.ts'

export type Simulator = {
  /** It stands in place of the provider's own host. */
  origin: string
  /** Below this path of the product's own origin, `handlePage` answers. */
  pagesPath: string
  handlePage(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Webhooks that are not delivered yet are sent after the next start. */
  close(): Promise<void>
}

export type SimulatorOptions = {
  /** Where buyers' browsers find the hosted pages. */
  publicUrl: string
  /** Without a file the state is in memory only. */
  stateFile?: string
  port?: number
  /** With a seed, the same calls get the same ids in every run. For tests. */
  seed?: string
  now?: () => Date
  log?: (line: string) => void
  createServer?: (handle: (req: IncomingMessage, res: ServerResponse) => void) => http.Server
}

/** Unix seconds that the control API can move ahead. */
export const createClock = (now: () => Date = () => new Date()) => {
  let offsetSeconds = 0
  return {
    now: () => Math.floor(now().getTime() / 1000) + offsetSeconds,
    advance: (seconds: number) => {
      offsetSeconds += seconds
    },
  }
}

type Handle = (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void>
type Server = Pick<SimulatorOptions, 'port' | 'createServer'> & {
  name: string
  handleApi: Handle
  handleControl: Handle
  log(line: string): void
}

/** The control API is below `/_sim/`. */
export const startServer = async ({ name, handleApi, handleControl, port = 0, createServer = http.createServer, log }: Server) => {
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      // DNS rebinding: a foreign host name that resolves to this machine must not reach the simulator.
      if (!isLoopbackHost(req.headers.host)) throw new HttpError(403, `The ${name} simulator answers only on this machine.`)
      const url = new URL(req.url ?? '/', 'http://localhost')
      await (url.pathname.startsWith('/_sim/') ? handleControl : handleApi)(req, res, url)
    } catch (error) {
      if (!(error instanceof HttpError)) log(`${name} simulator: ${describeError(error)}`)
      // A response that was started cannot become another one, and must not stay open.
      if (res.headersSent && !res.writableEnded) res.destroy()
      if (res.headersSent || res.destroyed) return
      const shown = error instanceof HttpError ? error : new HttpError(500, `The ${name} simulator failed. See its log.`)
      sendJson(res, shown.status, { message: shown.message })
    }
  }
  const server = createServer((req, res) => void handle(req, res))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
