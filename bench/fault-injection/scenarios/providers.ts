import { setTimeout as sleep } from 'node:timers/promises'
import { type BusinessFixture, createBusinessFixture } from '#features/payments/testing/random-scenarios/business-fixture.ts'
import { approveOrder, heldEvents } from '#features/payments/testing/random-scenarios/provider-charges.ts'
import { createRandom } from '#features/payments/testing/random-scenarios/random.ts'
import { runOneScenario } from '#features/payments/testing/random-scenarios/run-scenarios.ts'
import { type ServerFixture, startServerFixture } from '#features/payments/testing/random-scenarios/server-fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { startProxy } from '../proxy.ts'
import { createRow, type Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'

const goodCard = '4242424242424242'
/** The time limit of pages that need no provider, while a provider fails. */
const pageLimitMs = 2000

/** Changes the body of a response. */
type Tamper = (body: string) => string

type Outcome = { wronglyPaid: number; lost: number; duplicated: number; acknowledged: number; faults: number; findings: string[] }
type Context = {
  server: ServerFixture
  /** Changes Stripe's responses to GET requests; null stops that. */
  tamperWithStripe: (tamper: Tamper | null) => void
  outcome: Outcome
  /** Creates a business with a sent invoice of 50.00. */
  createBusiness: () => Promise<BusinessFixture>
}

const readStatus = async (business: BusinessFixture) =>
  (await business.rows<{ status: string }>("select status from documents where type = 'invoice'"))[0]!.status

/** Makes the server ask the provider whether the invoice is paid. */
const checkPayment = (business: BusinessFixture) => business.buyer('POST', `/api/invoices/${business.publicId}/mark-paid`)

const expectPayPage = async (business: BusinessFixture, outcome: Outcome, fault: string) => {
  const startedAt = performance.now()
  const { status } = await business.buyer('GET', `/api/public/invoice/${business.publicId}`)
  const ms = performance.now() - startedAt
  if (status !== 200 || ms > pageLimitMs)
    outcome.findings.push(`the payment page was answered with ${status} after ${Math.round(ms)} ms, with ${fault}`)
}

/** Delivers each of the business's events ten times, in random order. */
const deliverEvents = async (business: BusinessFixture, seed: number) => {
  const events = await heldEvents(business)
  await business.server.deliver(createRandom(seed).shuffled(Array.from({ length: 10 }, () => events).flat()))
}

const expectUnpaid = async (business: BusinessFixture, outcome: Outcome, fault: string) => {
  await sleep(300)
  if ((await readStatus(business)) !== 'paid') return
  outcome.wronglyPaid++
  outcome.findings.push(`the invoice became paid, with ${fault}`)
}

/** Without a payment under review, the tampering had no effect and the check proves nothing. */
const expectReview = async (business: BusinessFixture, outcome: Outcome, fault: string) => {
  const attempts = await business.rows<{ status: string }>('select status from payment_attempts')
  if (!attempts.some(({ status }) => status === 'review')) outcome.findings.push(`no payment is under review, with ${fault}`)
}

const expectRejected = async (business: BusinessFixture, outcome: Outcome, fault: string) => {
  await checkPayment(business)
  await deliverEvents(business, outcome.faults)
  await expectUnpaid(business, outcome, fault)
  await expectReview(business, outcome, fault)
  await expectPayPage(business, outcome, fault)
}

const stripeTampers: Record<string, (attemptId: string) => Tamper> = {
  'a Stripe amount that is a cent too low': () => (body) =>
    body.replace(/"(amount\w*)":\s*(\d+)/g, (_, name: string, cents: string) => `"${name}":${Math.max(Number(cents) - 1, 0)}`),
  'another currency from Stripe': () => (body) => body.replace(/"currency":\s*"usd"/g, '"currency":"eur"'),
  "another payment's response from Stripe": (attemptId) => (body) => body.replaceAll(attemptId, `${attemptId.slice(0, -4)}0000`),
}

const runStripeTampering = async ({ tamperWithStripe, createBusiness, outcome }: Context) => {
  for (const [fault, createTamper] of Object.entries(stripeTampers)) {
    const business = await createBusiness()
    const page = await business.click()
    const [attempt] = await business.rows<{ id: string }>('select id from payment_attempts')
    tamperWithStripe(createTamper(attempt!.id))
    await payAtCheckout(page, goodCard)
    outcome.faults++
    await expectRejected(business, outcome, fault)
    tamperWithStripe(null)
  }
}

/** Fields of an order that the simulator changes. */
const paypalTampers: Record<string, object> = {
  'a PayPal amount that is a cent too low': { amount: '49.99' },
  'another currency from PayPal': { currency: 'EUR' },
  'another payee from PayPal': { merchantId: 'SOMEBODYELSES' },
  "another payment's reference from PayPal": { customId: 'another-attempt' },
}

const runPayPalTampering = async ({ server, createBusiness, outcome }: Context) => {
  for (const [fault, fields] of Object.entries(paypalTampers)) {
    const business = await createBusiness()
    const path = `/api/invoices/${business.publicId}/paypal-order`
    const { body: order } = await business.buyer('POST', path, { amount: '50.00', currency: 'USD', intent: 'CAPTURE' })
    await approveOrder(business, order.id, 'balance')
    await server.control('paypal', 'orders/alter', { order: order.id, ...fields })
    outcome.faults++
    await business.buyer('POST', `${path}/${order.id}/capture`)
    await expectRejected(business, outcome, fault)
  }
}

const outages = {
  'Stripe down': { kind: 'drop-before' },
  'Stripe slow': { kind: 'latency', ms: 4000 },
  'Stripe answering 500': { kind: 'status', status: 500 },
} as const

/** During an outage no invoice becomes paid and its page is served. Afterwards the payment is recorded once, however often it is reported. */
const runOutages = async ({ server, createBusiness, outcome }: Context) => {
  for (const [name, fault] of Object.entries(outages)) {
    const business = await createBusiness()
    const page = await business.click()
    await server.control('stripe', 'faults', { route: '*', count: 1000, ...fault })
    outcome.faults++
    const check = checkPayment(business)
    await expectPayPage(business, outcome, name)
    await check
    await expectUnpaid(business, outcome, name)
    await server.control('stripe', 'faults/clear', {})
    await payAtCheckout(page, goodCard)
    outcome.acknowledged++
    await Promise.all([deliverEvents(business, outcome.faults), ...Array.from({ length: 10 }, () => checkPayment(business))])
    await sleep(300)
    const payments = await business.rows<{ amount: string }>("select amount from payments where status = 'succeeded'")
    if (payments.length === 0 || (await readStatus(business)) !== 'paid') {
      outcome.lost++
      outcome.findings.push(`a payment is missing after ${name}`)
    }
    outcome.duplicated += Math.max(payments.length - 1, 0)
  }
}

/** Providers are down or slow, answer errors, or their responses are tampered with: invoices become paid only by the amount that was asked for. */
export const runProviderFailures = async ({ randomScenarios, seed }: Options, run: Run): Promise<Row[]> => {
  const environment = await startEnvironment({ deployment: 'shared', hasMailServer: false })
  let stripeOrigin = ''
  let tamper: Tamper | null = null
  const proxy = await startProxy(
    () => stripeOrigin,
    ({ method, body }) => (tamper && method === 'GET' ? tamper(body) : body),
  )
  try {
    const server = await startServerFixture('.', {
      on: async () => ({
        database: environment.database(),
        owner: environment.connection,
        app: environment.app,
        drop: async () => undefined,
      }),
      between: (origin) => {
        stripeOrigin = origin
        return proxy.origin
      },
    })
    try {
      const buyer = (await server.person('buyer')).cookie
      const outcome: Outcome = { wronglyPaid: 0, lost: 0, duplicated: 0, acknowledged: 0, faults: 0, findings: [] }
      let businesses = 100_000
      const context: Context = {
        server,
        tamperWithStripe: (next) => {
          tamper = next
        },
        outcome,
        createBusiness: () => createBusinessFixture(server, `business-${++businesses}`, 5000, buyer),
      }
      for (const runPart of [runStripeTampering, runPayPalTampering, runOutages]) if (!isTimeUp(run)) await runPart(context)
      await server.reset()
      let completed = 0
      for (let scenarioSeed = 1; scenarioSeed <= randomScenarios; scenarioSeed++) {
        if (isTimeUp(run)) break
        outcome.findings.push(...(await runOneScenario(server, buyer, scenarioSeed + (seed - 1) * 10_000, 20_000)))
        completed++
        if (completed % 10 === 0) await server.reset()
      }
      return [createRow('failing and tampered providers', { ...outcome, notes: [`plus ${completed} random payment scenarios`] })]
    } finally {
      await server.close()
    }
  } finally {
    await proxy.close()
    await environment.close()
  }
}
