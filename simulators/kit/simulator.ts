import type { IncomingMessage, ServerResponse } from 'node:http'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describeError, HttpError, isLoopbackHost, sendJson } from './http.ts'

export type Simulator = {
  /** The API's origin on this machine, e.g. 'http://127.0.0.1:41233'. It stands in place of the provider's own host. */
  origin: string
  /** The path of the product's own origin below which the hosted pages and browser scripts are; `handlePage` answers them. */
  pagesPath: string
  handlePage(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Stops the server and saves the state. Webhooks that are not delivered yet are sent after the next start. */
  close(): Promise<void>
}

export type SimulatorOptions = {
  /** The product's own origin, where buyers' browsers find the hosted pages. */
  publicUrl: string
  /** The file that keeps the state between starts. Without one the state is in memory only. */
  stateFile?: string
  /** The API's port; a free one by default. */
  port?: number
  /** With a seed, the same calls get the same ids in every run. For tests. */
  seed?: string
  now?: () => Date
  log?: (line: string) => void
  /** Creates the HTTP server; Node's own by default. */
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
  /** The provider's name in log lines and errors. */
  name: string
  handleApi: Handle
  handleControl: Handle
  log(line: string): void
}

/** Starts a simulator's HTTP server on the loopback interface: the control API below `/_sim/`, the provider's API elsewhere. */
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
