import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let id: number
let customerId: number
const form = (over: object = {}) => ({
  invoiceNumber: 'INV-1',
  issueDate: '2026-01-05',
  dueDate: '2030-02-04',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: 100 }],
  ...over,
})
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body.id
  id = (await app.send(ada, 'POST', '/api/invoices', form({ customerId }))).body.id
  for (const over of [{ notes: 'first' }, { status: 'paid', notes: 'first' }, { status: 'sent', notes: 'first' }])
    expect((await app.send(ada, 'PUT', `/api/invoices/${id}`, form({ customerId, ...over }))).status).toBe(200)
  await app.sql(
    `insert into payments (user_id, document_id, amount, refunded, payment_date, payment_method, provider, status, notes)
     values ($1, $2, 60, 10, '2026-01-06', 'card', 'stripe', 'succeeded', null), ($1, $2, 5, 0, '2026-01-07', 'Bank transfer', 'manual', 'succeeded', 'Thanks')`,
    [ada.userId, id],
  )
  await app.sql(
    `insert into document_emails (user_id, document_id, to_address, subject, state, reason, attempts, queued_at, settled_at)
     values ($1, $2, 'a@acme.example', 'Invoice', 'failed', '550 no such user', 3, '2026-01-05T10:00:00Z', '2026-01-05T10:05:00Z'),
            ($1, $2, 'b@acme.example', 'Again', 'queued', null, 0, '2026-01-05T11:00:00Z', null)`,
    [ada.userId, id],
  )
})
afterAll(() => app.close())
const history = (who: Person | null = ada, of = id) => app.send(who, 'GET', `/api/invoices/${of}/history`)

test('lists newest first who changed which field and when', async () => {
  const { body } = await history()
  const kinds: string[] = body.events.map(({ kind }: { kind: string }) => kind)
  expect([kinds.at(-1), kinds[0]]).toEqual(['created', 'edited'])
  for (const kind of ['sent', 'payment', 'paid', 'payment undone', 'reopened']) expect(kinds).toContain(kind)
  expect(new Set(body.events.map(({ by }: { by: string }) => by))).toEqual(new Set(['ada Tester']))
  expect(body.events.filter(({ kind }: { kind: string }) => kind === 'edited').map(({ changes }: { changes: unknown }) => changes)).toEqual(
    [
      [{ field: 'Status', before: 'Paid', after: 'Sent' }],
      [{ field: 'Status', before: 'Draft', after: 'Paid' }],
      [{ field: 'Notes', before: null, after: 'first' }],
    ],
  )
  const at: string[] = body.events.map(({ at }: { at: string }) => at)
  expect(at).toEqual(at.toSorted().toReversed())
  expect(at[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('shows payments and emails in every state, and the customer’s page once it is issued', async () => {
  const { body } = await history()
  expect(body.publicUrl).toMatch(/^http.*\/pay-invoice\/[\w-]{24}$/)
  const { body: draft } = await app.send(ada, 'POST', '/api/invoices', form({ customerId, invoiceNumber: 'INV-2' }))
  expect((await history(ada, draft.id)).body.publicUrl).toBeNull()
  expect(body.payments).toMatchObject([
    { amount: '5.00', refunded: '0.00', paymentDate: '2026-01-07', paymentMethod: 'Bank transfer', notes: 'Thanks', canUndo: true },
    { amount: '60.00', refunded: '10.00', paymentMethod: 'Card', status: 'succeeded', notes: null, canUndo: false },
    { amount: '100.00', status: 'voided', canUndo: false },
  ])
  expect(body.emails).toMatchObject([
    { to: 'b@acme.example', kind: 'invoice', subject: 'Again', state: 'queued', reason: null, attempts: 0, settledAt: null },
    { to: 'a@acme.example', state: 'failed', reason: '550 no such user', attempts: 3, settledAt: '2026-01-05T10:05:00.000Z' },
  ])
})

test('is visible to the owner only, and is limited to 200 events', async () => {
  expect((await history(null)).status).toBe(401)
  expect((await history(await app.person('bob'))).status).toBe(404)
  expect((await history(ada, 999_999)).status).toBe(404)
  await app.sql(
    "insert into events (user_id, subject_type, subject_id, kind, actor) select $1, 'invoice', $2, 'edited', 'x' from generate_series(1, 205)",
    [ada.userId, id],
  )
  const { body } = await history()
  expect([body.events.length, body.events.every(({ kind }: { kind: string }) => kind === 'edited')]).toEqual([200, true])
})

test('is append-only', async () => {
  for (const text of ["update events set kind = 'x'", 'delete from events'])
    await expect(app.database.asUser(ada.userId, (db) => db.rows(text))).rejects.toThrow(/permission denied/)
})
