import { createAccounts } from '#server/domain/payments/accounts/accounts.ts'
import { prepareEndpoint, saveRegistration } from '#server/domain/payments/webhooks/endpoints.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { connectProviders } from '#server/providers/connect.ts'
import { type NodeReply, nodeKey } from '#server/testing/server-processes.ts'
import { providerNames } from '#shared/payment-methods.ts'
import { derivePayPalKeys } from '#simulators/paypal/paypal-simulator.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import type { ServerFixture } from './server-fixture.ts'

/** 1234 of '12.34'. Independent of the product's own functions. */
export const parseTestCents = (text: string): number => Number(text.replace('.', ''))
/** '12.34' of 1234. */
export const formatTestCents = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Registers webhooks at the simulators. The server doesn't, since its loopback URL isn't reachable from the internet. */
const registerWebhooks = async ({ node, database, access }: ServerFixture, userId: number) => {
  const secrets = createSecrets(nodeKey)
  const accounts = createAccounts({
    connect: connectProviders,
    database,
    secrets,
    stripeApiOrigin: () => access.stripeOrigin,
    paypalApiOrigin: () => access.paypalOrigin,
    sandbox: null,
    log: () => undefined,
  })
  const asUser = <T>(work: (db: UserDb) => Promise<T>) => database.asUser(userId, work)
  for (const name of providerNames) {
    const account = await asUser((db) => accounts.account(db, name))
    const provider = await asUser((db) => accounts.provider(db, name))
    const { endpoint } = await asUser((db) => prepareEndpoint(db, account!, new URL(node.origin)))
    const registration = await provider!.registerWebhook(endpoint.url)
    await asUser((db) => saveRegistration(db, secrets, endpoint, registration))
  }
}

export type BusinessFixture = Awaited<ReturnType<typeof createBusinessFixture>>

/** Creates a business with keys of both providers and one sent invoice. @param total in cents @param buyer the cookie of the customer's session */
export const createBusinessFixture = async (server: ServerFixture, name: string, total: number, buyer: string) => {
  const { node } = server
  const { userId, cookie } = await server.person(name)
  const owner = async (method: string, path: string, body?: unknown): Promise<NodeReply> => node.send(cookie, method, path, body)
  const must = async (method: string, path: string, body?: unknown) => {
    const reply = await owner(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const [card, wallet] = [deriveStripeKeys(name), derivePayPalKeys(name)]
  await must('POST', '/api/business-profile', {
    businessName: name,
    stripePublishableKey: card.publishableKey,
    stripeSecretKey: card.secretKey,
    paypalClientId: wallet.clientId,
    paypalClientSecret: wallet.clientSecret,
    preferredPaymentMethod: 'both',
  })
  const customer = await must('POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })
  const document = (cents: number) => ({
    customerId: customer.id,
    invoiceNumber: 'INV-1',
    status: 'sent',
    issueDate: '2026-01-05',
    dueDate: '2030-02-04',
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: formatTestCents(cents) }],
  })
  const invoice = await must('POST', '/api/invoices', document(total))
  const { paymentUrl } = await must('POST', `/api/invoices/${invoice.id}/create-payment`)
  const publicId = new URL(paymentUrl).pathname.split('/')[2]!
  const [credential] = await server.database.asUser(userId, (db) =>
    db.rows<{ accountId: string }>(
      'select account_id as "accountId" from payment_credentials where provider = \'stripe\' and user_id = $1',
      [userId],
    ),
  )
  await registerWebhooks(server, userId)
  const clickOn = async (which: string) => {
    const reply = await fetch(`${node.origin}/pay/${which}/checkout`, { redirect: 'manual', headers: { cookie: buyer } })
    return reply.headers.get('location') ?? ''
  }
  const asStripe = { authorization: `Bearer ${card.secretKey}` }
  return {
    server,
    userId,
    owner,
    /** A call of the customer, who has a session of another account, since the rate limit of visitors is low. */
    buyer: (method: string, path: string, body?: unknown) => node.send(buyer, method, path, body),
    /** The location to which the payment link redirects. */
    click: () => clickOn(publicId),
    clickOn,
    id: invoice.id as number,
    publicId,
    document,
    stripeAccount: credential!.accountId.split(':')[0]!,
    /** The charge of a checkout session. */
    findCharge: async (page: string): Promise<string | undefined> => {
      const reply = await fetch(`${server.stripeOrigin}/v1/checkout/sessions/${page}?expand[0]=payment_intent`, { headers: asStripe })
      const session = (await reply.json()) as { payment_intent?: { latest_charge?: string } }
      return session.payment_intent?.latest_charge
    },
    /** A refund that is made at Stripe, not here. */
    refundAtStripe: (charge: string, amount: number) =>
      fetch(`${server.stripeOrigin}/v1/refunds`, {
        method: 'POST',
        headers: asStripe,
        body: new URLSearchParams({ charge, amount: String(amount) }),
        // The simulator may be about to hang up.
      }).catch(() => undefined),
    clientId: wallet.clientId,
    rows: <Row>(text: string) => server.database.asUser(userId, (db) => db.rows<Row>(text)),
  }
}
