import type { IncomingMessage, ServerResponse } from 'node:http'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { faultBox } from '#simulators/kit/control-api/faults.ts'
import { isLoopbackHost, sendJson } from '#simulators/kit/http.ts'
import { accountRoutes } from './account-routes.ts'
import { apiHandler, type Exchange } from './api/handler.ts'
import { idempotency } from './api/idempotency.ts'
import { billingRoutes } from './billing/routes.ts'
import { catchUp } from './catch-up.ts'
import { pageHandler } from './checkout/page/handler.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { planeHandler } from './control-api/handler.ts'
import type { World } from './core/context.ts'
import { ApiError } from './core/errors.ts'
import { idsOf } from './core/ids.ts'
import { announce, loadState, stateSaver } from './core/state-file.ts'
import { paymentRoutes } from './payments/routes.ts'
import { webhookOutbox } from './webhooks/outbox.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export { deriveStripeKeys, type Mode } from './core/keys.ts'
export { findRunningOrigin } from './core/state-file.ts'

export type StripeSimulator = {
  /** e.g. 'http://127.0.0.1:41233', what the SDK's host, port and protocol options point at. Loopback only. */
  origin: string
  /**
   * Browser-facing pages (hosted checkout, customer portal) and Stripe's script, `v3/stripe.js`, live below this path of the product's own
   * origin; `handlePage` answers them.
   */
  pagesPath: '/sandbox/stripe'
  handlePage(req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Stops answering, saves, and drops what webhooks are on their way; they are tried again at the next start. */
  close(): Promise<void>
}

export type StripeSimulatorOptions = {
  /** The product's own origin, where buyers' browsers find the hosted pages. */
  publicUrl: string
  /** Where to remember everything between starts; in memory only when absent. */
  stateFile?: string
  /** A free one is taken when absent. */
  port?: number
  now?: () => Date
  /** With a seed, ids and secrets are the same in every run: the nth of a kind depends on nothing else. For tests. */
  seed?: string
  /** Lets `sk_live_sim_...` keys open accounts whose objects say `livemode`. For tests of what must not mix. */
  liveAccounts?: boolean
  log?: (line: string) => void
  /** Makes its HTTP server: Node's own unless given. */
  createServer?: (answer: (req: IncomingMessage, res: ServerResponse) => void) => http.Server
  /** Sees each API call and each webhook event as it goes over the wire; for tests. */
  observe?: (seen: { exchange: Exchange } | { event: object }) => void
}

const sweepMs = 30_000
const routes = [...accountRoutes, ...checkoutRoutes, ...paymentRoutes, ...billingRoutes, ...webhookRoutes]

/**
 * A stand-in for Stripe's API on this machine: the real SDK talks to it over HTTP, and buyers pay on its hosted page with test cards or by
 * bank debit. Any `sk_test_sim_...` key is an account. No real money, no internet.
 */
export const startStripeSimulator = async (options: StripeSimulatorOptions): Promise<StripeSimulator> => {
  const { now = () => new Date(), log = () => {}, observe = () => {}, createServer = http.createServer } = options
  const publicUrl = new URL(options.publicUrl).origin
  const state = loadState(options.stateFile, options.seed ?? null, log)
  const saver = stateSaver(options.stateFile, () => state, log)
  let clockOffset = 0
  const seconds = () => Math.floor(now().getTime() / 1000) + clockOffset
  const ids = idsOf(state)
  const outbox = webhookOutbox({
    state: () => state,
    ids,
    publicUrl,
    now: seconds,
    changed: saver.changed,
    log,
    observe: (event) => observe({ event }),
  })
  const world: World = { ...ids, state, publicUrl, now: seconds, changed: saver.changed, emit: outbox.emit }
  const faults = faultBox()
  const answerApi = apiHandler({
    world,
    routes,
    faults,
    idempotency: idempotency(seconds),
    liveAccounts: options.liveAccounts ?? false,
    log,
    observe: (exchange) => observe({ exchange }),
  })
  const answerPlane = planeHandler({
    world,
    seed: options.seed ?? null,
    faults,
    outbox,
    advanceClock: (by) => {
      clockOffset += by
      catchUp(world)
    },
  })

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      // A foreign name that was made to resolve to this machine must not get in.
      if (!isLoopbackHost(req.headers.host)) throw new ApiError(403, 'The card sandbox answers only on this machine.')
      const url = new URL(req.url ?? '/', 'http://localhost')
      if (url.pathname.startsWith('/_sim/')) await answerPlane(req, res, url.pathname)
      else await answerApi(req, res, url)
    } catch (error) {
      if (!(error instanceof ApiError)) log(`card sandbox: ${error instanceof Error ? error.stack : String(error)}`)
      // What has begun can't become another answer, and must not stay open either.
      if (res.headersSent && !res.writableEnded) res.destroy()
      if (res.headersSent || res.destroyed) return
      const shown = error instanceof ApiError ? error : new ApiError(500, 'The sandbox failed; its log says why.', { type: 'api_error' })
      sendJson(res, shown.status, shown.body())
    }
  }

  const server = createServer((req, res) => void answer(req, res))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const takeBack = announce(options.stateFile, origin)
  outbox.resume()
  const sweep = setInterval(() => catchUp(world), sweepMs)
  sweep.unref()

  return {
    origin,
    pagesPath: '/sandbox/stripe',
    handlePage: pageHandler(world, log),
    close: async () => {
      clearInterval(sweep)
      takeBack()
      outbox.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await saver.flush()
    },
  }
}
