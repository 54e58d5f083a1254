import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { getPublicId } from '#server/testing/records.ts'

let app: TestApp
let ada: Person
let count = 0
let invoice: { id: number; version: number; publicId: string }
const logged: string[] = []
beforeAll(async () => {
  app = await createTestApp({ log: (line) => logged.push(line) })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(new Date('2026-03-02T10:00:00Z'))
  ada = await app.person(`ada${++count}`)
  const customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme' })).body.id
  const { body } = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: `V-${count}`, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '150.25' }],
  })
  invoice = { id: body.id, version: body.version, publicId: await getPublicId(app, body.id) }
})

const openPage = (who: Person | null = null, headers: Record<string, string> = {}, path = '') =>
  app.send(who, 'GET', `/api/public/invoice/${invoice.publicId}${path}`, undefined, headers)
const saved = async () => (await app.send(ada, 'GET', `/api/invoices/${invoice.id}`)).body
const visits = async () =>
  (await app.send(ada, 'GET', `/api/invoices/${invoice.id}/history`)).body.events
    .filter(({ kind }: { kind: string }) => kind === 'viewed')
    .map(({ by, changes }: { by: string; changes: unknown[] }) => [by, changes])

test('a customer’s view is recorded in the history at most once an hour, and leaves the version unchanged', async () => {
  const before = await saved()
  expect((await openPage()).status).toBe(200)
  expect(await visits()).toEqual([['Customer', []]])
  await openPage()
  app.setNow(new Date('2026-03-02T10:59:59Z'))
  await openPage()
  expect(await visits()).toHaveLength(1)
  expect(await saved()).toEqual({ ...before, viewedAt: '2026-03-02T10:00:00.000Z' })
  app.setNow(new Date('2026-03-02T11:00:00Z'))
  await openPage()
  expect(await visits()).toHaveLength(2)
  expect(await saved()).toEqual({ ...before, viewedAt: '2026-03-02T11:00:00.000Z' })
  const [row] = (await app.send(ada, 'GET', '/api/invoices?short=true')).body
  expect(row.viewedAt).toBe('2026-03-02T11:00:00.000Z')
})

test('twenty concurrent views are recorded as one', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => openPage()))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await visits()).toHaveLength(1)
})

test('a view by the owner, a prefetch, a HEAD request and a download are not recorded; a view by another signed-in user is', async () => {
  await openPage(ada)
  await openPage(null, { 'sec-purpose': 'prefetch;prerender' })
  await openPage(null, { purpose: 'prefetch' })
  await openPage(null, {}, '/pdf')
  await openPage(null, {}, '/receipt')
  await openPage(null, {}, '/logo')
  await app.http.inject({ method: 'HEAD', url: `/api/public/invoice/${invoice.publicId}` })
  expect(await visits()).toEqual([])
  await openPage(await app.person(`bob${count}`))
  expect(await visits()).toHaveLength(1)
})

test('an invoice whose row is locked by a payment is shown without waiting; that view is not recorded, the next one is', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const payment = app.database.asUser(ada.userId, async (db) => {
    await db.rows('select 1 from documents where user_id = $1 and id = $2 for update', [ada.userId, invoice.id])
    locked()
    await held
  })
  await isLocked
  // Would never finish if it waited for the lock.
  expect((await openPage()).status).toBe(200)
  release()
  await payment
  expect(await visits()).toEqual([])
  await openPage()
  expect(await visits()).toHaveLength(1)
})

test('the page is served when recording the view fails, and the failure is logged', async () => {
  await app.sql("alter table events add constraint no_looks check (kind <> 'viewed') not valid")
  expect((await openPage()).status).toBe(200)
  await app.sql('alter table events drop constraint no_looks')
  expect(logged.join('\n')).toContain(`A view of invoice ${invoice.id} of user ${ada.userId} could not be recorded`)
  await openPage()
  expect(await visits()).toHaveLength(1)
})
