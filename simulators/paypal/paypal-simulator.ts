import type { IncomingMessage, ServerResponse } from 'node:http'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { faultBox } from '#simulators/kit/control-api/faults.ts'
import { isLoopbackHost, sendJson, sendText } from '#simulators/kit/http.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { apiHandler, type Exchange } from './api/handler.ts'
import { idempotency } from './api/idempotency.ts'
import { planeHandler } from './control-api/handler.ts'
import type { World } from './core/context.ts'
import { idMaker } from './core/ids.ts'
import { loadState, stateSaver } from './core/state-file.ts'
import { disputeRoutes } from './disputes/disputes.ts'
import { orderRoutes } from './orders/routes.ts'
import { pageHandler } from './pages/handler.ts'
import { paymentRoutes } from './payments/routes.ts'
import { signingKey } from './webhooks/certificate.ts'
import { webhookOutbox } from './webhooks/outbox.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { verifyRoute } from './webhooks/verify.ts'

export { derivePayPalKeys } from './core/keys.ts'

export type PayPalSimulator = {
  /** e.g. 'http://127.0.0.1:41233', what stands in place of https://api-m.paypal.com. Loopback only. */
  origin: string
  /** Browser-facing pages and the browser's script live below this path of the product's own origin; `handlePage` answers them. */
  pagesPath: '/sandbox/paypal'
  handlePage(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Stops answering, saves, and drops what webhooks are on their way; they are tried again at the next start. */
  close(): Promise<void>
}

export type PayPalSimulatorOptions = {
  /** The product's own origin, where buyers' browsers find the hosted pages. */
  publicUrl: string
  /** Where to remember everything between starts; in memory only when absent. */
  stateFile?: string
  /** A free one is taken when absent. */
  port?: number
  /** With it, the same calls give the same ids again. */
  seed?: string
  now?: () => Date
  log?: (line: string) => void
  /** Makes its HTTP server: Node's own unless given. */
  createServer?: (answer: (req: IncomingMessage, res: ServerResponse) => void) => http.Server
  /** Sees each API call and each webhook event as it goes over the wire; for tests. */
  observe?: (seen: { exchange: Exchange } | { event: object }) => void
}

const certificatePath = '/v1/notifications/certs/CERT-sandbox'

/**
 * A stand-in for PayPal's REST API on this machine; buyers approve on its hosted page. Any `Esim_...` secret with the client id
 * that belongs to it is an app with a merchant of its own. No real money, no internet.
 */
export const startPayPalSimulator = async (options: PayPalSimulatorOptions): Promise<PayPalSimulator> => {
  const { now = () => new Date(), log = () => {}, observe = () => {}, createServer = http.createServer } = options
  const publicUrl = new URL(options.publicUrl).origin
  const state = loadState(options.stateFile, log)
  const { changed, flush } = stateSaver(options.stateFile, state, log)
  let clockOffset = 0
  let origin = ''
  const seconds = () => Math.floor(now().getTime() / 1000) + clockOffset
  const certificateUrl = () => origin + certificatePath

  const outbox = webhookOutbox({ state, publicUrl, certificateUrl, key: signingKey, changed, log, observe: (event) => observe({ event }) })
  const world: World = {
    state,
    publicUrl,
    origin: () => origin,
    now: seconds,
    ids: idMaker(state, options.seed),
    changed,
    emit: (account, event) => outbox.emit(world, account, event),
  }
  const faults = faultBox()
  const routes = [...orderRoutes, ...paymentRoutes, ...disputeRoutes, ...webhookRoutes, verifyRoute(signingKey, certificateUrl)]
  const answerApi = apiHandler({
    world,
    routes,
    faults,
    idempotency: idempotency(seconds),
    log,
    observe: (exchange) => observe({ exchange }),
  })
  const advanceClock = (by: number) => {
    clockOffset += by
  }
  const answerPlane = planeHandler({ world, state, faults, outbox, advanceClock })

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      // A foreign name that was made to resolve to this machine must not get in.
      if (!isLoopbackHost(req.headers.host)) throw new ApiError(403, 'The PayPal sandbox answers only on this machine.')
      const url = new URL(req.url ?? '/', 'http://localhost')
      if (url.pathname.startsWith('/_sim/')) await answerPlane(req, res, url.pathname)
      else if (req.method === 'GET' && url.pathname === certificatePath)
        sendText(res, 200, 'application/x-pem-file', (await signingKey.get()).certificate)
      else await answerApi(req, res, url)
    } catch (error) {
      if (!(error instanceof ApiError)) log(`PayPal sandbox: ${error instanceof Error ? error.stack : String(error)}`)
      // What has begun can't become another answer, and must not stay open either.
      if (res.headersSent && !res.writableEnded) res.destroy()
      if (res.headersSent || res.destroyed) return
      const shown = error instanceof ApiError ? error : new ApiError(500, 'The sandbox failed; its log says why.', { type: 'api_error' })
      sendJson(res, shown.status, { message: shown.message })
    }
  }

  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbox.resume()

  return {
    origin,
    pagesPath: '/sandbox/paypal',
    handlePage: pageHandler(world, log),
    close: async () => {
      outbox.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await flush()
    },
  }
}
