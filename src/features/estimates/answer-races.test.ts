import { expect, test } from 'vitest'
import {
  accept,
  ada,
  app,
  createReviewFixture,
  decline,
  events,
  form,
  invoices,
  listOwnerNotifications,
  make,
  saved,
} from './testing/review-fixture.ts'

createReviewFixture()

const rounds = Array.from({ length: 8 }, (_, round) => round)
/** Runs both concurrently, starting with each in turn. */
const together = <A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> =>
  round % 2 === 0 ? Promise.all([a(), b()]) : Promise.all([b(), a()]).then(([second, first]) => [first, second])

test('twenty concurrent acceptances create one acceptance, one invoice, one event and one notification', async () => {
  const of = await make()
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => accept(of, { name: `Hand ${i}` })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await invoices()).toHaveLength(1)
  const kinds = (await events(of)).map(({ kind }) => kind)
  expect(kinds).toEqual(['converted', 'accepted', 'sent', 'created'])
  const [used] = await app.sql<{ used: number }>('select trial_invoices_used as used from users where id = $1', [ada.userId])
  expect(used!.used).toBe(1)
  expect(await listOwnerNotifications(of)).toHaveLength(1)
})

test('a concurrent acceptance and edit by the owner: one comes first, the other is refused', async () => {
  for (const round of rounds) {
    const of = await make()
    const other = form({
      estimateNumber: of.number,
      version: of.version,
      lineItems: [{ description: 'More', quantity: 1, unitPrice: '500' }],
    })
    const edit = () => app.send(ada, 'PUT', `/api/estimates/${of.id}`, other)
    const [yes, edited] = await together(round, () => accept(of), edit)
    expect([yes.status, edited.status].sort()).toEqual([200, 409])
    const { status, total, invoice } = await saved(of)
    expect([status, total, invoice !== null]).toEqual(yes.status === 200 ? ['accepted', '162.65', true] : ['sent', '541.25', false])
  }
})

test('a concurrent acceptance and deletion: the acceptance is recorded before the deletion, or refused after it', async () => {
  for (const round of rounds) {
    const of = await make()
    const before = (await invoices()).length
    const [yes, gone] = await together(
      round,
      () => accept(of),
      () => app.send(ada, 'DELETE', `/api/estimates/${of.id}`),
    )
    expect(gone.status).toBe(204)
    expect([200, 404]).toContain(yes.status)
    expect((await invoices()).length - before).toBe(yes.status === 200 ? 1 : 0)
    if (yes.status === 404) expect(yes.body).toEqual({ message: 'Estimate not found' })
  }
})

test('a concurrent acceptance and decline: one stands', async () => {
  for (const round of rounds) {
    const of = await make()
    const [yes, no] = await together(
      round,
      () => accept(of),
      () => decline(of),
    )
    expect([yes.status, no.status].sort()).toEqual([200, 409])
    expect((await saved(of)).status).toBe(yes.status === 200 ? 'accepted' : 'rejected')
    expect(await listOwnerNotifications(of)).toHaveLength(1)
  }
})

test('a concurrent acceptance, conversion and email by the owner end consistently', async () => {
  for (const round of rounds) {
    const of = await make()
    const before = (await invoices()).length
    const [yes, [converted, sent]] = await together(
      round,
      () => accept(of),
      () =>
        Promise.all([
          app.send(ada, 'POST', `/api/estimates/${of.id}/convert`),
          app.send(ada, 'POST', `/api/estimates/${of.id}/send-email`),
        ]),
    )
    expect([yes.status, converted.status]).toEqual([200, 200])
    expect([200, 409]).toContain(sent.status)
    expect((await invoices()).length - before).toBe(1)
    expect((await saved(of)).invoice.id).toBe(converted.body.id)
  }
})
