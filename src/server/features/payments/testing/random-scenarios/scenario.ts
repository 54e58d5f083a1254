import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { type BusinessFixture, formatTestCents, parseTestCents } from './business-fixture.ts'
import { checkPaid, checkPaymentsMatchProviders, waitUntilConsistent } from './invariants.ts'
import { approveOrder, heldEvents, listProviderCharges } from './provider-charges.ts'
import type { Random } from './random.ts'

/** The state of a scenario: what it requested, and what happened. Amounts are in cents. */
export type ScenarioLog = {
  shop: BusinessFixture
  random: Random
  /** The invoice's total. */
  total: number
  /** The amounts of manual payments that aren't voided, by id. */
  byHand: Map<number, number>
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
const byHand = ({ byHand }: ScenarioLog) => sum(byHand.values())

const openPage = async (story: ScenarioLog) => {
  const url = await story.shop.click()
  if (url.includes('/sandbox/stripe/')) story.pages.add(url)
}

/**
 * Pays an open checkout, and checks that the customer isn't charged more than the invoice's balance at that moment.
 * @param maxTotal the highest total during a concurrent edit
 */
const payPage = async (story: ScenarioLog, url: string, card: string, maxTotal = story.total) => {
  const before = (await listProviderCharges(story.shop)).filter(({ provider }) => provider === 'stripe')
  const { location } = await payAtCheckout(url, card)
  if (!location) return
  story.pages.delete(url)
  const after = (await listProviderCharges(story.shop)).filter(({ provider }) => provider === 'stripe')
  const charged = sum(after.map(({ amount }) => amount)) - sum(before.map(({ amount }) => amount))
  const owed = maxTotal - sum(before.map(({ amount, refunded }) => amount - refunded))
  if (charged > Math.max(owed, 0)) story.findings.push(`charged ${charged} where at most ${owed} was owed`)
}

const anyPage = ({ pages, random }: ScenarioLog) => (pages.size > 0 ? random.pick([...pages]) : undefined)

/** Creates an order for the balance due, approves and captures it, as far as that succeeds. */
const payByWallet = async ({ shop, random, log }: ScenarioLog) => {
  const seen = await shop.buyer('GET', `/api/public/invoice/${shop.publicId}`)
  const due = String(seen.body?.invoice?.balanceDue ?? '0.00')
  if (due === '0.00') return
  const asked = random.chance(0.1) ? '0.01' : due
  const order = await shop.buyer('POST', `/api/invoices/${shop.publicId}/paypal-order`, {
    amount: asked,
    currency: 'USD',
    intent: 'CAPTURE',
  })
  if (order.status !== 200) return log.push(`order: ${order.status}`)
  const way = random.pick(['balance', 'balance', 'declined', 'pending'] as const)
  await approveOrder(shop, order.body.id, way)
  const times = random.chance(0.2) ? 2 : 1
  const captures = await Promise.all(
    Array.from({ length: times }, () => shop.buyer('POST', `/api/invoices/${shop.publicId}/paypal-order/${order.body.id}/capture`)),
  )
  log.push(`captured (${way}): ${captures.map(({ status }) => status).join(', ')}`)
}

const edit = async (story: ScenarioLog, total: number) => {
  const { status } = await story.shop.owner('PUT', `/api/invoices/${story.shop.id}`, { ...story.shop.document(total), status: undefined })
  if (status === 200) story.total = total
  story.log.push(`edit to ${total}: ${status}`)
}

const newTotal = ({ random }: ScenarioLog) => 100 + random.below(20_000)

const steps: Record<string, (story: ScenarioLog) => Promise<unknown>> = {
  'opens the page': openPage,
  'clicks twice': (story) => Promise.all([openPage(story), openPage(story)]),
  'pays by card': async (story) => {
    if (story.pages.size === 0) await openPage(story)
    const page = anyPage(story)
    if (page) await payPage(story, page, goodCard)
  },
  'is declined': async (story) => {
    const page = anyPage(story)
    if (page) await payPage(story, page, declinedCard)
  },
  'pays by wallet': payByWallet,
  'pays in two tabs': async (story) => {
    await openPage(story)
    await Promise.all([...[...story.pages].slice(0, 2).map((page) => payPage(story, page, goodCard)), payByWallet(story)])
  },
  'comes back': ({ shop }) => shop.buyer('POST', `/api/invoices/${shop.publicId}/mark-paid`),
  'comes back with nothing paid, and says so twice': ({ shop }) =>
    Promise.all([1, 2].map(() => shop.buyer('POST', `/api/invoices/${shop.publicId}/mark-paid`, {}))),
  'comes back from somebody else’s page': async ({ shop, findings }) => {
    const reply = await shop.buyer('POST', `/api/invoices/${shop.publicId}/mark-paid`, { sessionId: 'cs_test_somebodyelses' })
    if (reply.status !== 404) findings.push(`a foreign session was answered ${reply.status}`)
  },
  'forges an event': async ({ shop, findings }) => {
    const [endpoint] = await shop.rows<{ url: string }>("select url from webhook_endpoints where provider = 'stripe'")
    if (!endpoint) return
    const reply = await shop.town.post(
      new URL(endpoint.url).pathname,
      { type: 'checkout.session.completed' },
      { 'stripe-signature': 't=1,v1=0' },
    )
    if (reply.status !== 400) findings.push(`a forged event was answered ${reply.status}`)
  },
  'events arrive': async ({ shop, random }) => {
    const some = random.shuffled(await heldEvents(shop)).filter(() => random.chance(0.7))
    await shop.town.deliver(random.chance(0.4) ? [...some, ...some] : some)
  },
  'edits the invoice': async (story) => edit(story, newTotal(story)),
  'edits while somebody pays': async (story) => {
    await openPage(story)
    const page = anyPage(story)
    const total = newTotal(story)
    const most = Math.max(total, story.total)
    await Promise.all([edit(story, total), page && payPage(story, page, goodCard, most)])
  },
  'edits while somebody clicks': async (story) => {
    await Promise.all([openPage(story), edit(story, newTotal(story)), openPage(story)])
    const page = anyPage(story)
    if (page) await payPage(story, page, goodCard)
  },
  'records a payment by hand': async (story) => {
    const amount = 1 + story.random.below(500)
    const reply = await story.shop.owner('POST', `/api/invoices/${story.shop.id}/payments`, {
      amount: formatTestCents(amount),
      paymentDate: '2026-01-20',
      paymentMethod: 'Cash',
      sendReceipt: false,
    })
    if (reply.status === 201) story.byHand.set(reply.body.payment.id, amount)
    story.log.push(`by hand: ${reply.status}`)
  },
  'undoes a payment by hand': async (story) => {
    const id = [...story.byHand.keys()][0]
    if (id === undefined) return
    const reply = await story.shop.owner('DELETE', `/api/invoices/${story.shop.id}/payments/${id}`)
    if (reply.status < 300) story.byHand.delete(id)
  },
  'refunds here': async ({ shop, random, log }) => {
    const history = await shop.owner('GET', `/api/invoices/${shop.id}/history`)
    const able = (history.body?.payments ?? []).filter((payment: { refundable: string }) => payment.refundable !== '0.00')
    if (able.length === 0) return
    const { id, refundable } = random.pick<{ id: number; refundable: string }>(able)
    const amount = random.chance(0.5) ? parseTestCents(refundable) : 1 + random.below(parseTestCents(refundable))
    const reply = await shop.owner('POST', `/api/invoices/${shop.id}/payments/${id}/refund`, { amount: formatTestCents(amount) })
    log.push(`refund of ${amount}: ${reply.status}`)
  },
  'refunds at the provider': async ({ shop, random }) => {
    const [charge] = (await listProviderCharges(shop)).filter(
      ({ provider, amount, refunded }) => provider === 'stripe' && refunded < amount,
    )
    if (!charge) return
    const amount = 1 + random.below(charge.amount - charge.refunded)
    await shop.refundAtStripe(charge.ref, amount)
  },
  'the provider stumbles': async ({ shop, random }) => {
    const kind = random.pick(['status', 'drop-before', 'drop-after'] as const)
    await shop.town.plane('stripe', 'faults', { route: random.pick(routesThatFail), kind, count: 1, status: 500 })
  },
  'the sweep comes by': ({ shop }) => shop.owner('POST', '/api/payments/stripe/fix'),
}

const names = Object.keys(steps)

/** Runs `count` random steps, then lets all jobs end and checks the invariants. @returns the findings */
export const runScenario = async (story: ScenarioLog, count: number, patienceMs: number): Promise<string[]> => {
  const { random, findings, log } = story
  for (let step = 0; step < count && findings.length === 0; step++) {
    const name = random.pick(names)
    log.push(name)
    await steps[name]!(story)
    findings.push(...(await checkPaid(story, byHand(story))))
  }
  if (findings.length > 0) return findings
  // Half of the scenarios get all events, in any order; the other half lose them, and only reconcile.
  if (random.chance(0.5)) {
    log.push('all events arrive')
    for (let round = 0; round < 3; round++) await story.shop.town.deliver(random.shuffled(await heldEvents(story.shop)))
  } else {
    log.push('all events are lost')
    for (let round = 0; round < 2; round++)
      for (const provider of ['stripe', 'paypal']) await story.shop.owner('POST', `/api/payments/${provider}/fix`)
  }
  await waitUntilConsistent(() => checkPaymentsMatchProviders(story, byHand(story)), patienceMs)
  findings.push(...(await checkPaymentsMatchProviders(story, byHand(story))), ...(await checkPaid(story, byHand(story))))
  return findings
}
