import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestDatabase } from '#server/testing/database.ts'
import { nodeKey, startNodes } from '#server/testing/server-processes.ts'
import { startPayPalSimulator } from '#simulators/paypal/paypal-simulator.ts'
import { startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'

type Place = {
  /** Makes the database, where it isn't to be a copy of the test run's. */
  on?: () => Promise<TestDatabase>
  /** Stands between the server and the card provider: answers at which address. */
  between?: (stripeOrigin: string) => string
}

/**
 * A whole server with a database of its own, and the two providers beside it in this process, as if they were out on the internet: the server knows
 * them by an address and by keys that its businesses save. Events are held back until a schedule delivers them.
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
  const plane = async <T>(provider: 'stripe' | 'paypal', action: string, body?: object): Promise<T> => {
    const origin = provider === 'stripe' ? stripe.origin : paypal.origin
    const reply = await fetch(`${origin}/_sim/${action}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})
    if (!reply.ok) throw new Error(`${provider} ${action}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const hold = async () => {
    for (const provider of ['stripe', 'paypal'] as const) await plane(provider, 'webhooks', { mode: 'hold' })
  }
  await hold()
  const node = cluster.nodes[0]!
  return {
    node,
    /** Has both providers send the events of these ids, one after the other, in this order. */
    deliver: async (deliveries: readonly string[]) => {
      for (const id of deliveries)
        for (const provider of ['stripe', 'paypal'] as const) await plane(provider, 'webhooks/deliver', { deliveries: [id] })
    },
    /** What somebody on the internet sends to an address of the server. */
    post: (path: string, body: object, headers: Record<string, string>) =>
      fetch(node.origin + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    stripeOrigin: stripe.origin,
    /** What another process needs to work on the same database with the same providers. */
    access: { connection: cluster.test.app, key: nodeKey.toString('base64'), stripeOrigin: stripe.origin, paypalOrigin: paypal.origin },
    database: cluster.test.database,
    person: cluster.person,
    plane,
    /** The providers begin anew: what they know of earlier businesses is only ballast. */
    forget: async () => {
      for (const provider of ['stripe', 'paypal'] as const) await plane(provider, 'reset', {})
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
