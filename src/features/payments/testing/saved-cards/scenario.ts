import { type CardFixture, cards, createCardFixture, dayMs } from '#features/payments/testing/card-fixture.ts'
import { createRandom, type Random } from '#features/payments/testing/random-scenarios/random.ts'
import type { TestApp } from '#server/testing/app.ts'
import { addDays, type Day } from '#shared/dates.ts'

type Invoice = Awaited<ReturnType<CardFixture['makeInvoice']>>
/** An announced invoice; `notice`: how many days of the scenario had passed when its email was accepted. Amounts in cents. */
type Announced = { invoice: Invoice; notice: number; announced: number; isPaidByHand: boolean }

type Scenario = {
  app: TestApp
  random: Random
  business: CardFixture
  invoices: Announced[]
  /** Days that have passed. */
  days: number
  /** The customer's limit in cents. */
  limit: number | null
  isRevoked: boolean
  /** Whether the product knows that the customer disputes a charge of the card. */
  isDisputed: boolean
  seen: Set<string>
  log: string[]
  findings: string[]
}

const toCents = (text: string): number => Math.round(Number(text) * 100)
const toText = (cents: number): string => (cents / 100).toFixed(2)

/** Lets time pass by moving what the product compares with the clock; the provider's simulator lives on the same clock. */
const pass = async (scenario: Scenario, days: number) => {
  const { userId } = scenario.business.owner
  scenario.days += days
  for (const statement of [
    "update automatic_payments set next_at = next_at - $2 * interval '1 day' where user_id = $1 and next_at is not null",
    "update document_emails set settled_at = settled_at - $2 * interval '1 day' where user_id = $1",
    "update payment_attempts set created_at = created_at - $2 * interval '1 day' where user_id = $1 and customer_ref is not null",
  ])
    await scenario.app.sql(statement, [userId, days])
}

/** Runs the job, sometimes several times at once as two nodes or a repeated job do. */
const run = async ({ business, random, log }: Scenario, { invoice }: Announced) => {
  const times = 1 + random.below(3)
  const results = await Promise.allSettled(Array.from({ length: times }, () => business.run(invoice)))
  log.push(`${times} times: ${results.map(({ status }) => status).join()}`)
}

const edit = async ({ app, business }: Scenario, { invoice }: Announced, cents: number) => {
  const { customerId, invoiceNumber, issueDate, dueDate, taxRate } = await business.readInvoice(invoice)
  const lineItems = [{ description: 'Retainer', quantity: '1', unitPrice: toText(cents) }]
  return app.send(business.owner, 'PUT', `/api/invoices/${invoice.id}`, {
    customerId,
    invoiceNumber,
    issueDate,
    dueDate,
    taxRate,
    lineItems,
  })
}

const faults = ['POST /v1/payment_intents', 'GET /v1/payment_intents', 'GET /v1/payment_intents/:id', 'POST /v1/checkout/sessions']
const declines = [null, null, 'insufficient_funds', 'processing_error', 'authentication_required', 'lost_card', 'generic_decline']

const steps: Record<string, (scenario: Scenario, one: Announced) => Promise<unknown>> = {
  'hours pass': (scenario) => pass(scenario, 0.4),
  'days pass': (scenario) => pass(scenario, 1 + scenario.random.below(5)),
  'weeks pass': (scenario) => pass(scenario, 15),
  'the job runs': run,
  'the job runs again': run,
  'its time comes': async (scenario, one) => {
    const { nextAt } = (await scenario.business.readPayment(one.invoice)) ?? {}
    if (nextAt) await pass(scenario, Math.max(0, (new Date(nextAt).getTime() - Date.now()) / dayMs) + 0.001)
    await run(scenario, one)
  },
  'the card is declined, or accepted again': ({ business, random }) => business.decline(random.pick(declines)).catch(() => undefined),
  'the provider fails': ({ app, random }) =>
    app.simulate('faults', {
      route: random.pick(faults),
      kind: random.pick(['drop-before', 'drop-after', 'status']),
      status: 500,
      stored: random.chance(0.3),
      count: 1 + random.below(4),
    }),
  'the owner asks for more': (scenario, one) => edit(scenario, one, 4001 + scenario.random.below(1000)),
  'the owner asks for less': (scenario, one) => edit(scenario, one, 2000 + scenario.random.below(2000)),
  'the customer pays a part by hand': ({ app, business, random }, { invoice }) =>
    app.send(business.owner, 'POST', `/api/invoices/${invoice.id}/payments`, {
      ...{ amount: toText(100 + random.below(500)), paymentDate: '2026-01-20', paymentMethod: 'Cash', sendReceipt: false },
    }),
  'the customer pays on the pay page': async ({ app, business }, { invoice }) => {
    const location = String((await app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`)).headers.location)
    if (location.startsWith('http')) await business.payAt(location)
    await business.comeBack(invoice)
  },
  'the customer opens the pay page': ({ app }, { invoice }) => app.send(null, 'GET', `/pay/${invoice.publicId}/checkout`),
  'the card is removed by the customer': async (scenario, { invoice }) => {
    if (!scenario.random.chance(0.3)) return
    await scenario.app.send(null, 'POST', `/api/public/invoice/${invoice.publicId}/remove-card`)
    scenario.isRevoked = true
  },
  'the customer disputes a charge': async (scenario, { invoice }) => {
    const { app, business, random } = scenario
    const charge = random.chance(0.3) && (await business.listCharges()).find(({ status }) => status === 'succeeded')
    if (!charge) return
    await app.simulate('disputes/open', { charge: charge.id }).catch(() => undefined)
    const { userId } = business.owner
    await app.runners.find(({ name }) => name === 'payments.reconcile')!.run({ userId, attemptId: charge.metadata.attempt! })
    const stored = await app.sql("select 1 from payments where user_id = $1 and dispute = 'open'", [userId])
    scenario.isDisputed = stored.length > 0
    scenario.log.push(`dispute about a charge, beside invoice ${invoice.number}: ${scenario.isDisputed}`)
  },
  'the owner stops it': async ({ app, business, random }, { invoice }) => {
    if (random.chance(0.3)) await app.send(business.owner, 'POST', `/api/invoices/${invoice.id}/automatic-payment/stop`, {})
  },
}

/**
 * What must hold of the charges that a step has caused.
 * @param before what was known before it: `dues` what the invoices asked for, in cents; `announcedFor` the times of their next charges
 */
const checkNewCharges = async (
  scenario: Scenario,
  {
    dues,
    announcedFor,
    wasRevoked,
    wasDisputed,
  }: { dues: Map<number, number>; announcedFor: Map<number, number>; wasRevoked: boolean; wasDisputed: boolean },
) => {
  const { app, business, invoices, seen, days, limit, findings } = scenario
  const owners = await app.sql<{ id: string; documentId: number }>(
    'select id, document_id as "documentId" from payment_attempts where user_id = $1 and customer_ref is not null',
    [business.owner.userId],
  )
  const charges = (await business.listCharges()).map((charge) => ({
    ...charge,
    documentId: owners.find(({ id }) => id === charge.metadata.attempt)!.documentId,
  }))
  for (const charge of charges) {
    if (seen.has(charge.id)) continue
    seen.add(charge.id)
    const one = invoices.find(({ invoice }) => invoice.id === charge.documentId)!
    const say = (text: string) => findings.push(`${text}: ${charge.amount} for invoice ${one.invoice.number}`)
    if (wasRevoked) say('charged after the card was removed')
    if (wasDisputed) say('charged after a dispute')
    const lateDays = (Date.now() - (announcedFor.get(one.invoice.id) ?? Date.now())) / dayMs
    if (lateDays > 7.01) say(`charged ${lateDays} days late`)
    if (charge.amount > one.announced) say(`charged more than the ${one.announced} that was announced`)
    if (limit !== null && charge.amount > limit) say(`charged more than the limit of ${limit}`)
    if (charge.amount > dues.get(one.invoice.id)!) say(`charged more than the ${dues.get(one.invoice.id)} that was due`)
    // A moment is lost between the statements of `pass` and the end of the step.
    if (days - one.notice < 3 - 0.01) say(`charged ${days - one.notice} days after the notice`)
    const { day } = await business.readPayment(one.invoice).catch(() => ({ day: null }))
    if (day && addDays(new Date().toISOString().slice(0, 10) as Day, Math.ceil(days)) < day) say(`charged before ${day}`)
  }
  for (const { invoice } of invoices) {
    const taken = charges.filter(({ documentId, status }) => documentId === invoice.id && status === 'succeeded')
    if (taken.length > 1) findings.push(`charged ${taken.length} times for invoice ${invoice.number}`)
  }
}

/** The recorded payments must be the provider's charges, after all jobs have ended. */
const checkPayments = async ({ app, business, invoices, findings }: Scenario) => {
  for (const { invoice } of invoices) {
    const recorded = await app.sql<{ ref: string; amount: string }>(
      `select charge_ref as ref, amount::text from payments where document_id = $1 and provider = 'stripe' order by charge_ref`,
      [invoice.id],
    )
    const own = await app.sql<{ id: string }>('select id from payment_attempts where document_id = $1', [invoice.id])
    const ids = new Set(own.map(({ id }) => id))
    const charged = (await business.readDump())
      .flatMap(({ objects }) => Object.values(objects.charge))
      .filter(({ status, metadata }) => status === 'succeeded' && ids.has(metadata.attempt ?? ''))
    const here = recorded.map(({ ref, amount }) => `${ref} ${toCents(amount)}`).join()
    const there = charged
      .map(({ id, amount }) => `${id} ${amount}`)
      .sort()
      .join()
    if (here !== there) findings.push(`invoice ${invoice.number}: here ${here || 'nothing'}, at the provider ${there || 'nothing'}`)
  }
}

/** One business with a saved card and two announced invoices, through random steps. @returns the findings */
export const runCardScenario = async (app: TestApp, seed: number, count: number): Promise<string[]> => {
  const random = createRandom(seed)
  const business = await createCardFixture(app, `scenario-${seed}-${Date.now()}`)
  await app.simulate('faults/clear', {})
  const limit = random.chance(0.3) ? 4000 : null
  const first = await business.makeInvoice()
  const card = random.pick([cards.good, cards.good, cards.asks, cards.declinedLater])
  await business.saveCard(first, card, limit === null ? undefined : { words: business.words('$40.00'), maxAmount: '40.00' })
  const scenario: Scenario = {
    app,
    random,
    business,
    invoices: [],
    days: 0,
    limit,
    isRevoked: false,
    isDisputed: false,
    seen: new Set(),
    log: [`card ${card}, limit ${limit}`],
    findings: [],
  }
  for (let n = 0; n < 2; n++)
    scenario.invoices.push({ invoice: await business.makeInvoice(), notice: 0, announced: 4000, isPaidByHand: false })
  const act = async (name: string, one: Announced) => {
    const dues = new Map<number, number>()
    const announcedFor = new Map<number, number>()
    for (const { invoice } of scenario.invoices) {
      dues.set(invoice.id, toCents((await business.readInvoice(invoice)).balanceDue))
      const { status, nextAt } = (await business.readPayment(invoice)) ?? {}
      if (status === 'announced' && nextAt) announcedFor.set(invoice.id, Date.parse(nextAt))
    }
    const { isRevoked: wasRevoked, isDisputed: wasDisputed } = scenario
    scenario.log.push(`${name} (${one.invoice.number})`)
    await steps[name]!(scenario, one)
    await checkNewCharges(scenario, { dues, announcedFor, wasRevoked, wasDisputed })
  }
  for (let step = 0; step < count && scenario.findings.length === 0; step++)
    await act(random.pick(Object.keys(steps)), random.pick(scenario.invoices))
  // The provider answers again, and each job runs until nothing is left to do.
  await app.simulate('faults/clear', {})
  for (let round = 0; round < 8 && scenario.findings.length === 0; round++)
    for (const one of scenario.invoices) await act('its time comes', one)
  for (const { id } of await app.sql<{ id: string }>('select id from payment_attempts where user_id = $1 and ref is not null', [
    business.owner.userId,
  ]))
    await app.runners
      .find(({ name }) => name === 'payments.reconcile')!
      .run({ userId: business.owner.userId, attemptId: id })
      .catch(() => undefined)
  await checkPayments(scenario)
  return scenario.findings.map((finding) => `seed ${seed}: ${finding}\n  ${scenario.log.join('\n  ')}`)
}
