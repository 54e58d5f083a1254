import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import { type CheckedStripe, createClient, pay, sessionParams, startCheckedStripe } from '#simulators/stripe/testing/checked-simulator.ts'

let shop: CheckedStripe
beforeAll(async () => {
  shop = await startCheckedStripe({ liveAccounts: true })
})
afterEach(() => expect(shop.violations).toEqual([]))
afterAll(() => shop.close())

const live = { mode: 'live' } as const

test('live and test mode of an account share its id and nothing else', async () => {
  const session = await shop.client('a', live).checkout.sessions.create(sessionParams(shop.url))
  expect(session).toMatchObject({ livemode: true, id: expect.stringMatching(/^cs_live_/) })
  const [liveId, testId] = [await shop.client('a', live).accounts.retrieveCurrent(), await shop.client('a').accounts.retrieveCurrent()]
  expect(liveId.id).toBe(testId.id)
  await expect(shop.client('a').checkout.sessions.retrieve(session.id)).rejects.toMatchObject({
    code: 'resource_missing',
    message: `No such checkout.session: '${session.id}'; a similar object exists in live mode, but a test mode key was used to make this request.`,
  })
  const other = await shop
    .client('b', live)
    .checkout.sessions.retrieve(session.id)
    .catch((error: Error) => error.message)
  expect(other).toBe(`No such checkout.session: '${session.id}'`)
  expect((await shop.client('a').balance.retrieve()).livemode).toBe(false)
  expect((await shop.client('a', live).balance.retrieve()).livemode).toBe(true)
})

test('everything that a live payment leaves behind says livemode', async () => {
  const { stripe, charge, intent } = await pay(shop, 'all live', '4000000000000259', async () => {}, live)
  const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
  const endpoint = await stripe.webhookEndpoints.create({ url: `${shop.url}/hook`, enabled_events: ['*'] })
  expect([charge, intent, dispute, endpoint].map((object) => object?.livemode)).toEqual([true, true, true, true])
  await shop.control('POST /_sim/disputes/win', { charge: charge.id })
  expect(shop.events.at(-1)).toMatchObject({ livemode: true })
})

test('keys of both modes look their part, and a plain sandbox knows no live ones', async () => {
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

test('with a seed the same calls give the same ids and secrets, whatever happened in between', async () => {
  const story = async (seed: string, detour: boolean) => {
    const folder = await mkdtemp(join(tmpdir(), 'card-sandbox-'))
    const seeded = await startCheckedStripe({ seed, stateFile: join(folder, 'state.json') })
    if (detour) await createClient(seeded.simulator(), 'a').balance.retrieve()
    const { session, charge, intent, stripe } = await pay(seeded, 'a')
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

test('a reset may name the seed', async () => {
  const make = async (body?: object) => {
    await shop.control('POST /_sim/reset', body)
    return (await shop.client('a').checkout.sessions.create(sessionParams(shop.url))).id
  }
  const seeded = await make({ seed: 'three' })
  expect(await make({ seed: 'three' })).toBe(seeded)
  expect(await make()).not.toBe(await make())
})
