import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { choose, payWith as payAs, verify as verifyAs } from './purchase.ts'

// For tests of subscriptions: `setUpSubscriptions()` gives the file an app with an outbox and a card provider, and each test a new user.

export let app: TestApp
export let ada: Person
/** The lines of the server's log. */
export let logged: string[]
let count = 0
/** How far ahead the provider's clock is, and the app's where a test has moved both. */
let ahead = 0

/** To be called once by each test file: this module is evaluated once for all files of a worker. */
export const setUpSubscriptions = (options: Parameters<typeof createTestApp>[0] = {}) => {
  beforeAll(async () => {
    ahead = 0
    logged = []
    app = await createTestApp({ ...options, log: (line) => logged.push(line) })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.simulate('webhooks', { mode: 'deliver' })
    ada = await app.person(`ada${++count}`)
    if (ahead > 0) app.setNow(new Date(Date.now() + ahead))
  })
}

const dayMs = 86_400_000
/** Moves both clocks. From then on the app refuses events as too old, since the simulator signs them with the real time. */
const daysPass = async (days: number) => {
  await app.simulate('clock', { advanceSeconds: Math.round(days * 86_400) })
  ahead += days * dayMs
  app.setNow(new Date(Date.now() + ahead))
}

export const goodCard = '4242424242424242'
/** Accepted first, and declined at every renewal. */
export const failingLater = '4000000000000341'

/** Opens a subscription. @returns the client secret */
export const open = async (plan: SubscriptionPlan = 'monthly', who = ada): Promise<string> => {
  const { status, body } = await choose(app, who, plan)
  expect([status, body.message]).toEqual([200, undefined])
  return body.clientSecret
}

/** Pays as the provider's form in the browser does. @returns the HTTP status */
export const payWith = async (clientSecret: string, card = goodCard): Promise<number> => (await payAs(app, clientSecret, card)).status

/** The request of the success page. */
export const verify = async (who = ada) => (await verifyAs(app, who)).body
/** Buys a plan and returns. */
export const subscribe = async (card = goodCard, plan: SubscriptionPlan = 'monthly', who = ada) => {
  expect(await payWith(await open(plan, who), card)).toBe(200)
  expect(await verify(who)).toMatchObject({ subscriptionStatus: 'active', payment: 'active' })
}
export const currentUser = async (who = ada) => (await app.send(who, 'GET', '/api/auth/user')).body
export const status = async (who = ada) => (await currentUser(who)).subscriptionStatus
export const billing = async (who = ada) => (await app.send(who, 'GET', '/api/billing')).body

type Row = {
  customer: string | null
  subscription: string | null
  live: number
  past_due_since: Date | null
  next: Date | null
  checked: Date | null
}
/** The user's stored state. */
export const row = async (who = ada): Promise<Row> => {
  const [found] = await app.sql<Row>(
    `select stripe_customer_id as customer, stripe_subscription_id as subscription, live_subscriptions as live, past_due_since,
            subscription_next_check_at as next, subscription_checked_at as checked from users where id = $1`,
    [who.userId],
  )
  return found!
}

/** Calls the simulator with the product's own key. */
export const atStripe = async <T = { id: string; status: string }>(
  path: string,
  params?: Record<string, string>,
  method = params ? 'POST' : 'GET',
): Promise<T> => {
  const reply = await fetch(app.providers.stripe + path, {
    method,
    headers: { authorization: `Bearer ${deriveStripeKeys('platform').secretKey}` },
    ...(params ? { body: new URLSearchParams(params) } : {}),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as T
}
/** Cancels a user's subscription at the provider. */
export const cancelAtProvider = async (who = ada) => atStripe(`/v1/subscriptions/${(await row(who)).subscription}`, undefined, 'DELETE')

const checkKey = (who: Person) => `subscription-${who.userId}`
const byItsClock = () => new Date(Date.now() + ahead)
/** In how many minutes a user's next check is due; null for none. */
export const readNextCheck = async (who = ada): Promise<number | null> => {
  const [job] = await app.sql<{ at: Date }>('select run_at as at from graphile_worker._private_jobs where key = $1', [checkKey(who)])
  return job ? Math.round((job.at.getTime() - byItsClock().getTime()) / 60_000) : null
}
/** Runs the due checks, by the moved clock. */
export const runChecks = async (who = ada): Promise<void> => {
  const jobs = await app.sql<{ payload: object }>(
    'delete from graphile_worker._private_jobs where key = $1 and locked_at is null and run_at <= $2 returning payload',
    [checkKey(who), byItsClock()],
  )
  for (const { payload } of jobs) await app.runners.find(({ name }) => name === 'subscription.check')!.run(payload)
}
/** Moves both clocks and runs the due checks. */
export const later = async (days: number) => {
  await daysPass(days)
  await runChecks()
}
/** The same, to so many minutes after a time, or before it. */
export const until = (at: Date, minutes: number) => later((at.getTime() + minutes * 60_000 - byItsClock().getTime()) / dayMs)
const hour = 1 / 24
/** The same, by some hours and a minute. */
export const hoursLater = (hours = 1) => later(hours * hour + hour / 60)

/** Waits until no due job is left. */
export const waitForJobs = () =>
  expect
    .poll(async () => (await app.sql('select 1 from graphile_worker._private_jobs where run_at <= now()')).length, {
      timeout: 15_000,
    })
    .toBe(0)
/** The subjects of a user's emails, oldest first. */
export const subjects = async (address = ada.email): Promise<string[]> => {
  await waitForJobs()
  return (await app.mails(0)).filter(({ to }) => to.address === address).map(({ subject }) => subject)
}

let drafts = 0
/** Creates a draft for the customer. */
export const makeDraft = (customerId: number, who = ada) =>
  app.send(who, 'POST', '/api/invoices', {
    customerId,
    invoiceNumber: `D-${++drafts}`,
    issueDate: '2026-01-31',
    dueDate: '2030-03-02',
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
  })
export const makeCustomer = async (who = ada): Promise<number> =>
  (await app.send(who, 'POST', '/api/customers', { name: 'Acme', email: 'pay@acme.example' })).body.id
/** The answer to a new invoice beyond the trial limit. */
export const refused = {
  message: 'Your free trial has expired, please choose a plan to continue using the product',
  requiresSubscription: true,
}

/** Submits a form of the provider's customer portal. */
export const inPortal = async (form: Record<string, string>, who = ada) => {
  const { status, body } = await app.send(who, 'POST', '/api/create-customer-portal')
  expect(status).toBe(200)
  const answer = await fetch(body.url, { method: 'POST', headers: { origin: app.origin }, body: new URLSearchParams(form) })
  expect(answer.status).toBe(200)
  return answer.text()
}
/** Saves another card in the portal, which also pays an open invoice. */
export const newCard = (number = goodCard, who = ada) => inPortal({ action: 'card', number, expiry: '04 / 41', cvc: '123' }, who)
