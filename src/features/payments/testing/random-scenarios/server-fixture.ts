import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestDatabase } from '#server/testing/database.ts'
import { nodeKey, startNodes } from '#server/testing/server-processes.ts'
import { startPayPalSimulator } from '#simulators/paypal/paypal-simulator.ts'
import { startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'

type Place = {
  /** Creates the database; by default a copy of the test run's. */
  on?: () => Promise<TestDatabase>
  /** Puts a proxy before Stripe's simulator. @returns the origin of the proxy */
  between?: (stripeOrigin: string) => string
}

/**
 * Starts a whole server with its own database, and both simulators in this process. Businesses use them with their own keys, like real providers. Events
 * are held until a scenario delivers them.
 * @param root the folder of the server's sources
 */
export const startServerFixture = async (root = '.', { on, between = (origin) => origin }: Place = {}) => {
  const pages = createServer((request, response) => {
    const provider = request.url?.startsWith('/sandbox/stripe') ? stripe : paypal
    void provider.handlePage(request, response)
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const [stripe, paypal] = await Promise.all([startStripeSimulator({ publicUrl }), startPayPalSimulator({ publicUrl })])
  const cluster = await startNodes(
    [{ STRIPE_API_ORIGIN: between(stripe.origin), PAYPAL_API_ORIGIN: paypal.origin, LOG_LEVEL: process.env.LOGS ?? 'silent' }],
    { root, ...(on ? { on } : {}) },
  )
  const control = async <T>(provider: 'stripe' | 'paypal', action: string, body?: object): Promise<T> => {
    const origin = provider === 'stripe' ? stripe.origin : paypal.origin
    const reply = await fetch(`${origin}/_sim/${action}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})
    if (!reply.ok) throw new Error(`${provider} ${action}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const hold = async () => {
    for (const provider of ['stripe', 'paypal'] as const) await control(provider, 'webhooks', { mode: 'hold' })
  }
  await hold()
  const node = cluster.nodes[0]!
  return {
    node,
    /** Delivers the events of these ids, in this order. */
    deliver: async (deliveries: readonly string[]) => {
      for (const id of deliveries)
        for (const provider of ['stripe', 'paypal'] as const) await control(provider, 'webhooks/deliver', { deliveries: [id] })
    },
    /** Posts a body to the server without a session. */
    post: (path: string, body: object, headers: Record<string, string>) =>
      fetch(node.origin + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    stripeOrigin: stripe.origin,
    /** What another process needs for the same database and simulators. */
    access: { connection: cluster.test.app, key: nodeKey.toString('base64'), stripeOrigin: stripe.origin, paypalOrigin: paypal.origin },
    database: cluster.test.database,
    person: cluster.person,
    control,
    /** Resets the simulators. */
    reset: async () => {
      for (const provider of ['stripe', 'paypal'] as const) await control(provider, 'reset', {})
      await hold()
    },
    close: async () => {
      await cluster.close()
      await Promise.all([stripe.close(), paypal.close()])
      pages.closeAllConnections()
      await new Promise((resolve) => pages.close(resolve))
    },
  }
}
export type ServerFixture = Awaited<ReturnType<typeof startServerFixture>>
