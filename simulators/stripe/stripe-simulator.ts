import { createControlHandler } from '#simulators/kit/control-api.ts'
import { createFaults } from '#simulators/kit/faults.ts'
import { createClock, type Simulator, type SimulatorOptions, startServer } from '#simulators/kit/simulator.ts'
import { createStateSaver, loadState } from '#simulators/kit/state-file.ts'
import { accountRoutes } from './account-routes.ts'
import { createApiHandler, type Exchange } from './api/handler.ts'
import { createIdempotencyKeys } from './api/idempotency.ts'
import { catalogRoutes } from './billing/catalog/routes.ts'
import { customerRoutes } from './billing/customers/routes.ts'
import { portalRoutes } from './billing/portal/session.ts'
import { invoiceRoutes } from './billing/subscriptions/invoice-routes.ts'
import { subscriptionRoutes } from './billing/subscriptions/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { createActions } from './control-api/actions.ts'
import type { Context } from './core/context.ts'
import { createIds } from './core/ids.ts'
import { emptyState } from './core/state.ts'
import { publishOrigin } from './core/state-file.ts'
import { runDueWork } from './due-work.ts'
import { createHostedPages } from './hosted-pages.ts'
import { paymentRoutes } from './payments/routes.ts'
import { createStripeOutbox } from './webhooks/outbox.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export { deriveStripeKeys, type Mode } from './core/keys.ts'
export { findRunningOrigin } from './core/state-file.ts'

export type StripeSimulator = Simulator
export type StripeSimulatorOptions = SimulatorOptions & {
  /** For tests of the separation of modes. */
  liveAccounts?: boolean
  /** For tests. */
  observe?: (observed: { exchange: Exchange } | { event: object }) => void
}

const dueWorkIntervalMs = 30_000
const billingRoutes = [...catalogRoutes, ...customerRoutes, ...subscriptionRoutes, ...invoiceRoutes, ...portalRoutes]
const routes = [...accountRoutes, ...checkoutRoutes, ...paymentRoutes, ...billingRoutes, ...webhookRoutes]

/** The real SDK talks to it over HTTP. Every `sk_test_sim_...` key is an account of its own. No real money moves. */
export const startStripeSimulator = async (options: StripeSimulatorOptions): Promise<StripeSimulator> => {
  const { stateFile, liveAccounts = false, log = () => {}, observe = () => {} } = options
  const seed = options.seed ?? null
  const publicUrl = new URL(options.publicUrl).origin
  const file = { name: 'Stripe', file: stateFile, log }
  const state = loadState(file, () => emptyState(seed))
  const { changed, flush } = createStateSaver(file, state)
  const clock = createClock(options.now)
  const { now } = clock
  const ids = createIds(state)
  const outbox = createStripeOutbox({ state, ids, publicUrl, now, changed, log, observe: (event) => observe({ event }) })
  const context: Context = { ...ids, state, publicUrl, now, changed, emit: outbox.emit }
  const faults = createFaults()
  const advanceClock = (seconds: number) => {
    clock.advance(seconds)
    runDueWork(context)
  }
  const idempotencyKeys = createIdempotencyKeys(now)
  const server = await startServer({
    ...options,
    name: 'Stripe',
    log,
    handleApi: createApiHandler({
      context,
      routes,
      faults,
      idempotencyKeys,
      liveAccounts,
      log,
      observe: (exchange) => observe({ exchange }),
    }),
    handleControl: createControlHandler(createActions({ context, seed, faults, outbox, advanceClock })),
  })
  const removeOrigin = publishOrigin(stateFile, server.origin)
  outbox.resume()
  const timer = setInterval(() => runDueWork(context), dueWorkIntervalMs)
  timer.unref()

  return {
    origin: server.origin,
    pagesPath: '/sandbox/stripe',
    handlePage: createHostedPages(context, log),
    close: async () => {
      clearInterval(timer)
      removeOrigin()
      outbox.close()
      await server.close()
      await flush()
    },
  }
}
