import { setTimeout as sleep } from 'node:timers/promises'
import { type BusinessFixture, createBusinessFixture } from '#server/features/payments/testing/random-scenarios/business-fixture.ts'
import { approveOrder, heldEvents } from '#server/features/payments/testing/random-scenarios/provider-charges.ts'
import { createRandom } from '#server/features/payments/testing/random-scenarios/random.ts'
import { listSeeds, runOneScenario } from '#server/features/payments/testing/random-scenarios/run-scenarios.ts'
import { type ServerFixture, startServerFixture } from '#server/features/payments/testing/random-scenarios/server-fixture.ts'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'
import { startTamperingProxy, type Tamper } from '../tampering-proxy.ts'

const goodCard = '4242424242424242'
/** How long a customer may wait for a page that needs no provider, in milliseconds, while a provider is in trouble. */
const pageMs = 2000

type Findings = { wronglyPaid: number; lost: number; duplicated: number; acknowledged: number; faults: number; findings: string[] }
type Scene = {
  town: ServerFixture
  liar: Awaited<ReturnType<typeof startTamperingProxy>>
  buyer: string
  found: Findings
  count: () => number
}

const statusOf = async (shop: BusinessFixture) => (await shop.rows<{ status: string }>('select status from invoices'))[0]!.status
const ask = (shop: BusinessFixture) => shop.buyer('POST', `/api/invoices/${shop.publicId}/mark-paid`)
const shopOf = ({ town, buyer, count }: Scene) => createBusinessFixture(town, `shop-${count()}`, 5000, buyer)

/** The customer's page is there, soon, whatever the providers do. */
const looks = async (shop: BusinessFixture, found: Findings, when: string) => {
  const began = performance.now()
  const { status } = await shop.buyer('GET', `/api/public/invoice/${shop.publicId}`)
  const ms = performance.now() - began
  if (status !== 200 || ms > pageMs) found.findings.push(`the pay page was answered ${status} after ${Math.round(ms)} ms while ${when}`)
}

/** Everything that was said of the payment arrives ten times, in any order. */
const tellTenTimes = async (shop: BusinessFixture, seed: number) => {
  const events = await heldEvents(shop)
  await shop.server.deliver(createRandom(seed).shuffled(Array.from({ length: 10 }, () => events).flat()))
}

const mustNotBePaid = async (shop: BusinessFixture, found: Findings, when: string) => {
  await sleep(300)
  if ((await statusOf(shop)) !== 'paid') return
  found.wronglyPaid++
  found.findings.push(`the invoice became paid while ${when}`)
}

/** A lie is there for its owner to see. Otherwise it was none, and nothing was tried. */
const mustBeQuestioned = async (shop: BusinessFixture, found: Findings, when: string) => {
  const all = await shop.rows<{ status: string }>('select status from payment_attempts')
  if (!all.some(({ status }) => status === 'review')) found.findings.push(`nothing is under review after ${when}`)
}

/** The card provider says something else than what happened, wherever it is asked. */
const cardLies = (attempt: string, other: string): Record<string, Tamper> => ({
  'the card provider named a cent less': (answer) =>
    answer.replace(/"(amount\w*)":\s*(\d+)/g, (_, name: string, cents: string) => `"${name}":${Math.max(Number(cents) - 1, 0)}`),
  'the card provider named another currency': (answer) => answer.replace(/"currency":\s*"usd"/g, '"currency":"eur"'),
  "the card provider replayed another payment's answer": (answer) => answer.replaceAll(attempt, other),
})

const lieOfCards = async (scene: Scene) => {
  const { liar, found } = scene
  for (const name of Object.keys(cardLies('', ''))) {
    const shop = await shopOf(scene)
    const page = await shop.click()
    const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts')
    liar.tell(cardLies(attempt!.id, `${attempt!.id.slice(0, -4)}0000`)[name]!)
    await payAtCheckout(page, goodCard)
    found.faults++
    await ask(shop)
    await tellTenTimes(shop, found.faults)
    await mustNotBePaid(shop, found, name)
    await mustBeQuestioned(shop, found, name)
    await looks(shop, found, name)
    liar.tell(null)
  }
}

/** As an honest PayPal never would. */
const walletLies: Record<string, object> = {
  'the wallet named a cent less': { amount: '49.99' },
  'the wallet named another currency': { currency: 'EUR' },
  'the wallet gave the money to another account': { merchantId: 'SOMEBODYELSES' },
  "the wallet replayed another payment's reference": { customId: 'another-attempt' },
}

const lieOfWallets = async (scene: Scene) => {
  const { town, found } = scene
  for (const [name, lie] of Object.entries(walletLies)) {
    const shop = await shopOf(scene)
    const order = await shop.buyer('POST', `/api/invoices/${shop.publicId}/paypal-order`, {
      amount: '50.00',
      currency: 'USD',
      intent: 'CAPTURE',
    })
    await approveOrder(shop, order.body.id, 'balance')
    await town.control('paypal', 'orders/alter', { order: order.body.id, ...lie })
    found.faults++
    await shop.buyer('POST', `/api/invoices/${shop.publicId}/paypal-order/${order.body.id}/capture`)
    await ask(shop)
    await tellTenTimes(shop, found.faults)
    await mustNotBePaid(shop, found, name)
    await mustBeQuestioned(shop, found, name)
    await looks(shop, found, name)
  }
}

const troubles = {
  'the card provider was down': { kind: 'drop-before' },
  'the card provider was slow': { kind: 'latency', ms: 4000 },
  'the card provider answered 500': { kind: 'status', status: 500 },
} as const

/** In trouble nothing is marked and the page is there; afterwards what was paid is found, once, however often and in whatever order it is told. */
const trouble = async (scene: Scene) => {
  const { town, found } = scene
  for (const [name, fault] of Object.entries(troubles)) {
    const shop = await shopOf(scene)
    const page = await shop.click()
    await town.control('stripe', 'faults', { route: '*', count: 1000, ...fault })
    found.faults++
    const asking = ask(shop)
    await looks(shop, found, name)
    await asking
    await mustNotBePaid(shop, found, name)
    await town.control('stripe', 'faults/clear', {})
    await payAtCheckout(page, goodCard)
    found.acknowledged++
    await Promise.all([tellTenTimes(shop, found.faults), ...Array.from({ length: 10 }, () => ask(shop))])
    await sleep(300)
    const payments = await shop.rows<{ amount: string }>("select amount from payments where status = 'succeeded'")
    if (payments.length === 0 || (await statusOf(shop)) !== 'paid') {
      found.lost++
      found.findings.push(`a payment after ${name} is not there`)
    }
    found.duplicated += Math.max(payments.length - 1, 0)
  }
}

/** Providers that are down, slow, stumble and lie: no invoice becomes paid by anything but the money that was asked for. */
export const runProviderFailures = async ({ lives, seed }: Options, run: Run): Promise<Row[]> => {
  const world = await startEnvironment({ way: 'shared', mail: false })
  const liar = await startTamperingProxy()
  try {
    const on = async () => ({ database: world.database(), owner: world.connection, app: world.app, drop: async () => undefined })
    const town = await startServerFixture('.', { on, between: liar.before })
    try {
      const buyer = (await town.person('buyer')).cookie
      const found: Findings = { wronglyPaid: 0, lost: 0, duplicated: 0, acknowledged: 0, faults: 0, findings: [] }
      let shops = 0
      const scene: Scene = { town, liar, buyer, found, count: () => 100_000 + ++shops }
      for (const part of [lieOfCards, lieOfWallets, trouble]) if (!isTimeUp(run)) await part(scene)
      await town.reset()
      let lived = 0
      for (const each of listSeeds(lives)) {
        if (isTimeUp(run)) break
        found.findings.push(...(await runOneScenario(town, buyer, each + (seed - 1) * 10_000, 20_000)))
        lived++
        if (lived % 10 === 0) await town.reset()
      }
      return [
        createRow('providers that lie and stumble', {
          ...found,
          notes: [`${lived} random lives of an invoice between providers that stumble; ${found.faults} lies and troubles one by one`],
        }),
      ]
    } finally {
      await town.close()
    }
  } finally {
    await liar.close()
    await world.close()
  }
}
