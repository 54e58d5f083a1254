import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { createControlHandler } from '#simulators/kit/control-api.ts'
import { createFaults } from '#simulators/kit/faults.ts'
import { createPageHandler } from '#simulators/kit/pages/page-handler.ts'
import { createClock, type Simulator, type SimulatorOptions, startServer } from '#simulators/kit/simulator.ts'
import { createStateSaver, loadState } from '#simulators/kit/state-file.ts'
import { accountRoutes } from './account-routes.ts'
import { createApiHandler, type Exchange } from './api/handler.ts'
import { createIdempotencyKeys } from './api/idempotency.ts'
import { catalogRoutes } from './billing/catalog/routes.ts'
import { customerRoutes } from './billing/customers/routes.ts'
import { createPortalHandler } from './billing/portal/handler.ts'
import { portalRoutes } from './billing/portal/session.ts'
import { createStripeJsHandler } from './billing/stripe-js/handler.ts'
import { advanceSubscriptions } from './billing/subscriptions/advance.ts'
import { invoiceRoutes } from './billing/subscriptions/invoice-routes.ts'
import { subscriptionRoutes } from './billing/subscriptions/routes.ts'
import { expireOverdueSessions } from './checkout/lifecycle.ts'
import { createCheckoutHandler } from './checkout/page/handler.ts'
import { settleDebit } from './checkout/pay.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { createActions } from './control-api/actions.ts'
import type { Context } from './core/context.ts'
import { createIds } from './core/ids.ts'
import { renderNotice, sendPage } from './core/pages.ts'
import { type Account, emptyState, findObject, type ScheduledOutcome } from './core/state.ts'
import { settleRefund } from './payments/refund-status.ts'
import { paymentRoutes } from './payments/routes.ts'
import { createStripeOutbox } from './webhooks/outbox.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export { deriveStripeKeys, type Mode } from './core/keys.ts'

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

/** For commands outside the app. */
const getRunningFile = (stateFile: string) => `${stateFile}.running`
const running = z.object({ origin: z.url(), pid: z.int() })

/** @returns removes it again */
const publishOrigin = (stateFile: string | undefined, origin: string): (() => void) => {
  if (!stateFile) return () => undefined
  writeFileSync(getRunningFile(stateFile), JSON.stringify({ origin, pid: process.pid }), { mode: 0o600 })
  return () => rmSync(getRunningFile(stateFile), { force: true })
}

export const findRunningOrigin = (stateFile: string): string | null => {
  try {
    const { origin, pid } = running.parse(JSON.parse(readFileSync(getRunningFile(stateFile), 'utf8')))
    process.kill(pid, 0)
    return origin
  } catch {
    return null
  }
}

const settle = (context: Context, account: Account, { what, id, outcome }: ScheduledOutcome) => {
  if (what === 'bank') {
    const intent = findObject(account, 'payment_intent', id)
    if (intent) settleDebit(context, account, intent, outcome)
  } else {
    const refund = findObject(account, 'refund', id)
    if (refund) settleRefund(context, account, refund, outcome)
  }
}

/** At the simulator's time, so that events are sent without a request. */
const runDueWork = (context: Context) => {
  expireOverdueSessions(context)
  for (const account of Object.values(context.state.accounts)) {
    advanceSubscriptions(context, account)
    const due = account.due.filter(({ at }) => at <= context.now())
    if (due.length === 0) continue
    account.due = account.due.filter((outcome) => !due.includes(outcome))
    for (const outcome of due) settle(context, account, outcome)
  }
}

const createHostedPages = (context: Context, log: (line: string) => void) => {
  const handlers = [createStripeJsHandler(context), createPortalHandler(context)]
  const handleCheckout = createCheckoutHandler(context)
  return createPageHandler({
    name: 'Stripe',
    publicUrl: context.publicUrl,
    pages: { renderNotice, sendPage },
    forgedText: 'This payment was sent by another website and was refused. Open the checkout page itself and pay there.',
    log,
    handle: async (req, res, url) => {
      for (const handle of handlers) if (await handle(req, res, url)) return
      await handleCheckout(req, res, url)
    },
  })
}

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
