import type { IncomingMessage, ServerResponse } from 'node:http'
import { createControlHandler } from '#simulators/kit/control-api.ts'
import { createFaults } from '#simulators/kit/faults.ts'
import { sendText } from '#simulators/kit/http.ts'
import { createClock, type Simulator, type SimulatorOptions, startServer } from '#simulators/kit/simulator.ts'
import { createStateSaver, loadState } from '#simulators/kit/state-file.ts'
import { createApiHandler, type Exchange } from './api/handler.ts'
import { createRequestIds } from './api/idempotency.ts'
import { createActions } from './control-api/actions.ts'
import type { Context } from './core/context.ts'
import { createIds } from './core/ids.ts'
import { emptyState } from './core/state.ts'
import { disputeRoutes } from './disputes/disputes.ts'
import { orderRoutes } from './orders/routes.ts'
import { createHostedPages } from './pages/handler.ts'
import { paymentRoutes } from './payments/routes.ts'
import { signingKey } from './webhooks/certificate.ts'
import { createPayPalOutbox } from './webhooks/outbox.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { createVerifyRoute } from './webhooks/verify.ts'

export { derivePayPalKeys } from './core/keys.ts'

export type PayPalSimulator = Simulator
export type PayPalSimulatorOptions = SimulatorOptions & {
  /** For tests. */
  observe?: (observed: { exchange: Exchange } | { event: object }) => void
}

const certificatePath = '/v1/notifications/certs/CERT-sandbox'

/** Every `Esim_...` secret with its client id is an app with a merchant of its own. No real money moves. */
export const startPayPalSimulator = async (options: PayPalSimulatorOptions): Promise<PayPalSimulator> => {
  const { stateFile, seed, log = () => {}, observe = () => {} } = options
  const publicUrl = new URL(options.publicUrl).origin
  const file = { name: 'PayPal', file: stateFile, log }
  const state = loadState(file, emptyState)
  const { changed, flush } = createStateSaver(file, state)
  const { now, advance: advanceClock } = createClock(options.now)
  let origin = ''
  const certificateUrl = () => origin + certificatePath
  const outbox = createPayPalOutbox({
    state,
    publicUrl,
    certificateUrl,
    key: signingKey,
    changed,
    log,
    observe: (event) => observe({ event }),
  })
  const context: Context = {
    state,
    publicUrl,
    origin: () => origin,
    now,
    ids: createIds(state, seed),
    changed,
    emit: (account, event) => outbox.emit(context, account, event),
  }
  const faults = createFaults()
  const routes = [...orderRoutes, ...paymentRoutes, ...disputeRoutes, ...webhookRoutes, createVerifyRoute(signingKey, certificateUrl)]
  const answerApi = createApiHandler({
    context,
    routes,
    faults,
    requestIds: createRequestIds(now),
    log,
    observe: (exchange) => observe({ exchange }),
  })
  const handleApi = async (req: IncomingMessage, res: ServerResponse, url: URL) => {
    if (req.method !== 'GET' || url.pathname !== certificatePath) return await answerApi(req, res, url)
    sendText(res, 200, 'application/x-pem-file', (await signingKey.get()).certificate)
  }
  const handleControl = createControlHandler(createActions({ context, faults, outbox, advanceClock }))
  const server = await startServer({ ...options, name: 'PayPal', log, handleApi, handleControl })
  origin = server.origin
  outbox.resume()

  return {
    origin,
    pagesPath: '/sandbox/paypal',
    handlePage: createHostedPages(context, log),
    close: async () => {
      outbox.close()
      await server.close()
      await flush()
    },
  }
}
