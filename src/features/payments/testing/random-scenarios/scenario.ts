import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { type BusinessFixture, formatTestCents, parseTestCents } from './business-fixture.ts'
import { checkPaid, checkPaymentsMatchProviders, waitUntilConsistent } from './invariants.ts'
import { approveOrder, heldEvents, listProviderCharges } from './provider-charges.ts'
import type { Random } from './random.ts'

/** The state of a scenario: what it requested, and what happened. Amounts are in cents. */
export type ScenarioLog = {
  business: BusinessFixture
  random: Random
  /** The invoice's total. */
  total: number
  /** The amounts of manual payments that aren't voided, by id. */
  manualPayments: Map<number, number>
  /** The URLs of open checkouts. */
  pages: Set<string>
  log: string[]
  findings: string[]
}

const routesThatFail = [
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/:id',
  'POST /v1/checkout/sessions/:id/expire',
  'POST /v1/refunds',
] as const
const goodCard = '4242424242424242'
const declinedCard = '4000000000000002'

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, each) => all + each, 0)
const sumManualPayments = (scenario: ScenarioLog) => sum(scenario.manualPayments.values())

const openPage = async (scenario: ScenarioLog) => {
  const url = await scenario.business.click()
  if (url.includes('/sandbox/stripe/')) scenario.pages.add(url)
}

/**
 * Pays an open checkout, and checks that the customer isn't charged more than the invoice's balance at that moment.
 * @param maxTotal the highest total during a concurrent edit
 */
const payPage = async (scenario: ScenarioLog, url: string, card: string, maxTotal = scenario.total) => {
  const before = (await listProviderCharges(scenario.business)).filter(({ provider }) => provider === 'stripe')
  const { location } = await payAtCheckout(url, card)
  if (!location) return
  scenario.pages.delete(url)
  const after = (await listProviderCharges(scenario.business)).filter(({ provider }) => provider === 'stripe')
  const charged = sum(after.map(({ amount }) => amount)) - sum(before.map(({ amount }) => amount))
  const owed = maxTotal - sum(before.map(({ amount, refunded }) => amount - refunded))
  if (charged > Math.max(owed, 0)) scenario.findings.push(`charged ${charged} where at most ${owed} was owed`)
}

const anyPage = ({ pages, random }: ScenarioLog) => (pages.size > 0 ? random.pick([...pages]) : undefined)

/** Creates an order for the balance due, approves and captures it, as far as that succeeds. */
const payByWallet = async ({ business, random, log }: ScenarioLog) => {
  const seen = await business.buyer('GET', `/api/public/invoice/${business.publicId}`)
  const due = String(seen.body?.invoice?.balanceDue ?? '0.00')
  if (due === '0.00') return
  const amount = random.chance(0.1) ? '0.01' : due
  const order = await business.buyer('POST', `/api/invoices/${business.publicId}/paypal-order`, {
    amount,
    currency: 'USD',
    intent: 'CAPTURE',
  })
  if (order.status !== 200) return log.push(`order: ${order.status}`)
  const way = random.pick(['balance', 'balance', 'declined', 'pending'] as const)
  await approveOrder(business, order.body.id, way)
  const times = random.chance(0.2) ? 2 : 1
  const captures = await Promise.all(
    Array.from({ length: times }, () => business.buyer('POST', `/api/invoices/${business.publicId}/paypal-order/${order.body.id}/capture`)),
  )
  log.push(`captured (${way}): ${captures.map(({ status }) => status).join(', ')}`)
}

const edit = async (scenario: ScenarioLog, total: number) => {
  const { status } = await scenario.business.owner('PUT', `/api/invoices/${scenario.business.id}`, {
    ...scenario.business.document(total),
    status: undefined,
  })
  if (status === 200) scenario.total = total
  scenario.log.push(`edit to ${total}: ${status}`)
}

const newTotal = ({ random }: ScenarioLog) => 100 + random.below(20_000)

const steps: Record<string, (scenario: ScenarioLog) => Promise<unknown>> = {
  'opens the page': openPage,
  'clicks twice': (scenario) => Promise.all([openPage(scenario), openPage(scenario)]),
  'pays by card': async (scenario) => {
    if (scenario.pages.size === 0) await openPage(scenario)
    const page = anyPage(scenario)
    if (page) await payPage(scenario, page, goodCard)
  },
  'is declined': async (scenario) => {
    const page = anyPage(scenario)
    if (page) await payPage(scenario, page, declinedCard)
  },
  'pays by wallet': payByWallet,
  'pays in two tabs': async (scenario) => {
    await openPage(scenario)
    await Promise.all([...[...scenario.pages].slice(0, 2).map((page) => payPage(scenario, page, goodCard)), payByWallet(scenario)])
  },
  'returns from the checkout': ({ business }) => business.buyer('POST', `/api/invoices/${business.publicId}/mark-paid`),
  'returns twice without a payment': ({ business }) =>
    Promise.all([1, 2].map(() => business.buyer('POST', `/api/invoices/${business.publicId}/mark-paid`, {}))),
  'returns with the session of another account': async ({ business, findings }) => {
    const reply = await business.buyer('POST', `/api/invoices/${business.publicId}/mark-paid`, { sessionId: 'cs_test_somebodyelses' })
    if (reply.status !== 404) findings.push(`a foreign session was answered ${reply.status}`)
  },
  'forges an event': async ({ business, findings }) => {
    const [endpoint] = await business.rows<{ url: string }>("select url from webhook_endpoints where provider = 'stripe'")
    if (!endpoint) return
    const reply = await business.server.post(
      new URL(endpoint.url).pathname,
      { type: 'checkout.session.completed' },
      { 'stripe-signature': 't=1,v1=0' },
    )
    if (reply.status !== 400) findings.push(`a forged event was answered ${reply.status}`)
  },
  'events arrive': async ({ business, random }) => {
    const some = random.shuffled(await heldEvents(business)).filter(() => random.chance(0.7))
    await business.server.deliver(random.chance(0.4) ? [...some, ...some] : some)
  },
  'edits the invoice': async (scenario) => edit(scenario, newTotal(scenario)),
  'edits during a payment': async (scenario) => {
    await openPage(scenario)
    const page = anyPage(scenario)
    const total = newTotal(scenario)
    const most = Math.max(total, scenario.total)
    await Promise.all([edit(scenario, total), page && payPage(scenario, page, goodCard, most)])
  },
  'edits while a checkout opens': async (scenario) => {
    await Promise.all([openPage(scenario), edit(scenario, newTotal(scenario)), openPage(scenario)])
    const page = anyPage(scenario)
    if (page) await payPage(scenario, page, goodCard)
  },
  'records a manual payment': async (scenario) => {
    const amount = 1 + scenario.random.below(500)
    const reply = await scenario.business.owner('POST', `/api/invoices/${scenario.business.id}/payments`, {
      amount: formatTestCents(amount),
      paymentDate: '2026-01-20',
      paymentMethod: 'Cash',
      sendReceipt: false,
    })
    if (reply.status === 201) scenario.manualPayments.set(reply.body.payment.id, amount)
    scenario.log.push(`manual: ${reply.status}`)
  },
  'voids a manual payment': async (scenario) => {
    const id = [...scenario.manualPayments.keys()][0]
    if (id === undefined) return
    const reply = await scenario.business.owner('DELETE', `/api/invoices/${scenario.business.id}/payments/${id}`)
    if (reply.status < 300) scenario.manualPayments.delete(id)
  },
  'refunds here': async ({ business, random, log }) => {
    const history = await business.owner('GET', `/api/invoices/${business.id}/history`)
    const able = (history.body?.payments ?? []).filter((payment: { refundable: string }) => payment.refundable !== '0.00')
    if (able.length === 0) return
    const { id, refundable } = random.pick<{ id: number; refundable: string }>(able)
    const amount = random.chance(0.5) ? parseTestCents(refundable) : 1 + random.below(parseTestCents(refundable))
    const reply = await business.owner('POST', `/api/invoices/${business.id}/payments/${id}/refund`, { amount: formatTestCents(amount) })
    log.push(`refund of ${amount}: ${reply.status}`)
  },
  'refunds at the provider': async ({ business, random }) => {
    const [charge] = (await listProviderCharges(business)).filter(
      ({ provider, amount, refunded }) => provider === 'stripe' && refunded < amount,
    )
    if (!charge) return
    const amount = 1 + random.below(charge.amount - charge.refunded)
    await business.refundAtStripe(charge.ref, amount)
  },
  'the provider fails once': async ({ business, random }) => {
    const kind = random.pick(['status', 'drop-before', 'drop-after'] as const)
    await business.server.control('stripe', 'faults', { route: random.pick(routesThatFail), kind, count: 1, status: 500 })
  },
  'a comparison repairs differences': ({ business }) => business.owner('POST', '/api/payments/stripe/fix'),
}

const names = Object.keys(steps)

/** Runs `count` random steps, then lets all jobs end and checks the invariants. @returns the findings */
export const runScenario = async (scenario: ScenarioLog, count: number, timeoutMs: number): Promise<string[]> => {
  const { random, findings, log } = scenario
  for (let step = 0; step < count && findings.length === 0; step++) {
    const name = random.pick(names)
    log.push(name)
    await steps[name]!(scenario)
    findings.push(...(await checkPaid(scenario, sumManualPayments(scenario))))
  }
  if (findings.length > 0) return findings
  // Half of the scenarios get all events, in any order; the other half lose them, and only reconcile.
  if (random.chance(0.5)) {
    log.push('all events arrive')
    for (let round = 0; round < 3; round++) await scenario.business.server.deliver(random.shuffled(await heldEvents(scenario.business)))
  } else {
    log.push('all events are lost')
    for (let round = 0; round < 2; round++)
      for (const provider of ['stripe', 'paypal']) await scenario.business.owner('POST', `/api/payments/${provider}/fix`)
  }
  await waitUntilConsistent(() => checkPaymentsMatchProviders(scenario, sumManualPayments(scenario)), timeoutMs)
  findings.push(
    ...(await checkPaymentsMatchProviders(scenario, sumManualPayments(scenario))),
    ...(await checkPaid(scenario, sumManualPayments(scenario))),
  )
  return findings
}
