import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import {
  type CheckedStripe,
  createClient,
  payCheckout,
  sessionParams,
  startCheckedStripe,
} from '#simulators/stripe/testing/checked-simulator.ts'

let harness: CheckedStripe
beforeAll(async () => {
  harness = await startCheckedStripe({ liveAccounts: true })
})
afterEach(() => expect(harness.violations).toEqual([]))
afterAll(() => harness.close())

const live = { mode: 'live' } as const

test("live and test mode of an account share only the account's id", async () => {
  const session = await harness.client('a', live).checkout.sessions.create(sessionParams(harness.url))
  expect(session).toMatchObject({ livemode: true, id: expect.stringMatching(/^cs_live_/) })
  const [liveId, testId] = [
    await harness.client('a', live).accounts.retrieveCurrent(),
    await harness.client('a').accounts.retrieveCurrent(),
  ]
  expect(liveId.id).toBe(testId.id)
  await expect(harness.client('a').checkout.sessions.retrieve(session.id)).rejects.toMatchObject({
    code: 'resource_missing',
    message: `No such checkout.session: '${session.id}'; a similar object exists in live mode, but a test mode key was used to make this request.`,
  })
  const other = await harness
    .client('b', live)
    .checkout.sessions.retrieve(session.id)
    .catch((error: Error) => error.message)
  expect(other).toBe(`No such checkout.session: '${session.id}'`)
  expect((await harness.client('a').balance.retrieve()).livemode).toBe(false)
  expect((await harness.client('a', live).balance.retrieve()).livemode).toBe(true)
})

test('all objects of a live payment have livemode set', async () => {
  const { stripe, charge, intent } = await payCheckout(harness, 'all live', '4000000000000259', async () => {}, live)
  const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
  const endpoint = await stripe.webhookEndpoints.create({ url: `${harness.url}/hook`, enabled_events: ['*'] })
  expect([charge, intent, dispute, endpoint].map((object) => object?.livemode)).toEqual([true, true, true, true])
  await harness.control('POST /_sim/disputes/win', { charge: charge.id })
  expect(harness.events.at(-1)).toMatchObject({ livemode: true })
})

test('keys of both modes have their prefixes, and live keys are refused by default', async () => {
  expect(deriveStripeKeys('x')).toMatchObject({ secretKey: /^sk_test_sim_/, publishableKey: /^pk_test_sim_/ })
  expect(deriveStripeKeys('x', 'live')).toMatchObject({ secretKey: /^sk_live_sim_/, publishableKey: /^pk_live_sim_/ })
  const plain = await startCheckedStripe({ unchecked: true })
  for (const secretKey of [
    deriveStripeKeys('x', 'live').secretKey,
    ['sk', 'test', '51HxyzABCDEFabcdef'].join('_'),
    deriveStripeKeys('x').publishableKey,
  ])
    await expect(plain.client('', { secretKey }).accounts.retrieveCurrent()).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
  await plain.close()
})

test('with a seed the same calls get the same ids and secrets, independent of other calls', async () => {
  const story = async (seed: string, detour: boolean) => {
    const folder = await mkdtemp(join(tmpdir(), 'card-sandbox-'))
    const seeded = await startCheckedStripe({ seed, stateFile: join(folder, 'state.json') })
    if (detour) await createClient(seeded.simulator(), 'a').balance.retrieve()
    const { session, charge, intent, stripe } = await payCheckout(seeded, 'a')
    const refund = await stripe.refunds.create({ charge: charge.id, amount: 1 })
    const endpoint = await stripe.webhookEndpoints.create({ url: `${seeded.url}/hook`, enabled_events: ['*'] })
    await seeded.restart()
    const next = await seeded.client('a').checkout.sessions.create(sessionParams(seeded.url))
    await seeded.close()
    await rm(folder, { recursive: true })
    expect(seeded.violations).toEqual([])
    return [session.id, charge.id, intent.client_secret, refund.id, endpoint.id, endpoint.secret, next.id]
  }
  const first = await story('one', false)
  expect(new Set(first).size).toBe(first.length)
  expect(await story('one', true)).toEqual(first)
  const other = await story('two', false)
  expect(other.filter((id) => first.includes(id))).toEqual([])
})

test('a reset can set the seed', async () => {
  const make = async (body?: object) => {
    await harness.control('POST /_sim/reset', body)
    return (await harness.client('a').checkout.sessions.create(sessionParams(harness.url))).id
  }
  const seeded = await make({ seed: 'three' })
  expect(await make({ seed: 'three' })).toBe(seeded)
  expect(await make()).not.toBe(await make())
})
