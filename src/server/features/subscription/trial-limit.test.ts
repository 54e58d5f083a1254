import { expect, test } from 'vitest'
import {
  ada,
  app,
  cancelAtProvider,
  makeCustomer,
  makeDraft,
  refused,
  setUpSubscriptions,
  subscribe,
  verify,
} from './testing/subscription-fixture.ts'

// The trial limit: ten free invoices, no limit with a plan, and no new ones after it.

setUpSubscriptions()
const counted = (replies: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(replies.map((r) => r.status))].sort().map((code) => [code, replies.filter((r) => r.status === code).length]),
  )
const used = async (who = ada) => (await app.send(who, 'GET', '/api/auth/user')).body.trialInvoicesUsed
const setUsed = (count: number, who = ada) => app.sql('update users set trial_invoices_used = $2 where id = $1', [who.userId, count])
const countInvoices = async (who = ada) =>
  (
    await app.sql<{ count: number }>("select count(*)::int as count from documents where user_id = $1 and type = 'invoice'", [who.userId])
  )[0]!.count
let estimates = 0
const makeEstimate = async (customerId: number, who = ada): Promise<number> =>
  (
    await app.send(who, 'POST', '/api/estimates', {
      customerId,
      estimateNumber: `E-${++estimates}`,
      status: 'sent',
      issueDate: '2026-01-01',
      expiryDate: '2099-01-31',
      lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 80 }],
    })
  ).body.id
const convert = (id: number, who = ada) => app.send(who, 'POST', `/api/estimates/${id}/convert`)

test('ten invoices are free, however they are created; the eleventh is refused, and leaves nothing behind', async () => {
  const customer = await makeCustomer()
  for (let i = 0; i < 9; i++) expect((await makeDraft(customer)).status).toBe(201)
  const [tenth, eleventh] = [await makeEstimate(customer), await makeEstimate(customer)]
  expect((await convert(tenth)).status).toBe(200)
  expect([await used(), await countInvoices()]).toEqual([10, 10])
  for (const attempt of [() => makeDraft(customer), () => convert(eleventh)]) {
    const { status: code, body } = await attempt()
    expect([code, body]).toEqual([403, refused])
  }
  // Repeating a conversion creates no new invoice.
  expect((await convert(tenth)).status).toBe(200)
  expect([await used(), await countInvoices()]).toEqual([10, 10])
  const [{ status: estimate }] = [(await app.send(ada, 'GET', `/api/estimates/${eleventh}`)).body]
  expect(estimate).toBe('sent')
})

test('deleting an invoice doesn’t raise the limit', async () => {
  const customer = await makeCustomer()
  await setUsed(9)
  const { body } = await makeDraft(customer)
  expect((await app.send(ada, 'DELETE', `/api/invoices/${body.id}`)).status).toBeLessThan(300)
  expect([await used(), (await makeDraft(customer)).status]).toEqual([10, 403])
})

test('with one left, one of twenty concurrent creations and conversions succeeds', async () => {
  const customer = await makeCustomer()
  const offered = await Promise.all(Array.from({ length: 10 }, () => makeEstimate(customer)))
  await setUsed(9)
  const replies = await Promise.all([...Array.from({ length: 10 }, () => makeDraft(customer)), ...offered.map((id) => convert(id))])
  const good = replies.filter(({ status: code }) => code < 300)
  expect([good.length, replies.filter(({ status: code }) => code === 403).length, await used(), await countInvoices()]).toEqual([
    1, 19, 10, 1,
  ])
  for (const { status: code, body } of replies) if (code === 403) expect(body).toEqual(refused)
})

test('with a plan there is no limit, and the trial’s count stays', async () => {
  const customer = await makeCustomer()
  await setUsed(10)
  await subscribe()
  const replies = await Promise.all(Array.from({ length: 20 }, () => makeDraft(customer)))
  expect([counted(replies), await used(), await countInvoices()]).toEqual([{ 201: 20 }, 10, 20])
  expect((await convert(await makeEstimate(customer))).status).toBe(200)
})

test('after a plan has ended, new invoices are refused, also with free ones left', async () => {
  const customer = await makeCustomer()
  await subscribe()
  await cancelAtProvider()
  expect(await verify()).toMatchObject({ subscriptionStatus: 'canceled', payment: 'none' })
  const { status: code, body } = await makeDraft(customer)
  expect([code, body, await used()]).toEqual([403, refused, 0])
  expect((await convert(await makeEstimate(customer))).body).toEqual(refused)
})
