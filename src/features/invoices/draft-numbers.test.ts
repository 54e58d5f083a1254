import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setNow(new Date('2026-03-10T12:00:00Z'))
  ada = await app.person(`ada${++count}`)
  await app.sql("update users set subscription_status = 'active' where id = $1", [ada.userId])
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).body.id
})

const fields = {
  issueDate: '2026-01-05',
  dueDate: '2026-02-04',
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: 1 }],
}
const create = async (over: object = {}) =>
  (await app.call(ada, 'POST', '/api/invoices', { ...fields, customerId, invoiceNumber: '-', drawNumber: true, ...over })) as {
    id: number
    invoiceNumber: string
  }
const draft = async (over: object = {}) => (await create(over)).id
const typed = (invoiceNumber: string) => draft({ invoiceNumber, drawNumber: false })
const edit = (id: number, over: object) => app.send(ada, 'PUT', `/api/invoices/${id}`, { ...fields, customerId, ...over })
const send = (id: number) => app.call(ada, 'POST', `/api/invoices/${id}/send-email`)
const remove = (id: number) => app.call(ada, 'DELETE', `/api/invoices/${id}`)
const read = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}`)
const numbers = async (...ids: number[]) => {
  const found: string[] = []
  for (const id of ids) found.push((await read(id)).invoiceNumber)
  return found
}
const next = async () => (await app.call(ada, 'GET', '/api/invoices/next-number')).invoiceNumber as string
const events = async (id: number) =>
  ((await app.call(ada, 'GET', `/api/invoices/${id}/history`)).events as { changes: { field: string }[] }[]).flatMap(
    ({ changes }) => changes,
  )

test('are the next one and reserve none: after two of three drafts were deleted, no number is left out', async () => {
  const [first, second, third] = [await draft(), await draft(), await draft()]
  expect(await numbers(first, second, third)).toEqual(Array.from({ length: 3 }, () => 'INV-2026-0001'))
  expect(await next()).toBe('INV-2026-0001')
  await send(first)
  expect(await numbers(first, second, third)).toEqual(['INV-2026-0001', 'INV-2026-0002', 'INV-2026-0002'])
  await remove(second)
  await remove(third)
  expect([await next(), (await create({ status: 'sent' })).invoiceNumber]).toEqual(['INV-2026-0002', 'INV-2026-0002'])
})

test('are given in the order in which the drafts are sent', async () => {
  const [first, second] = [await draft(), await draft()]
  expect((await read(first)).hasNumber).toBe(false)
  await send(second)
  await send(first)
  expect(await numbers(first, second)).toEqual(['INV-2026-0002', 'INV-2026-0001'])
  expect((await read(first)).hasNumber).toBe(true)
  // It was sent: the number stays its own, also as a draft and when it is deleted.
  const { version } = await read(first)
  expect((await edit(first, { invoiceNumber: 'INV-2026-0002', status: 'draft', version })).body).toMatchObject({ hasNumber: true })
  await remove(first)
  expect(await next()).toBe('INV-2026-0003')
})

test('that are typed stay, and those of other drafts follow', async () => {
  const first = await draft()
  const own = await typed('INV-2026-0001')
  expect(await numbers(first, own)).toEqual(['INV-2026-0002', 'INV-2026-0001'])
  const { version } = await read(own)
  expect((await edit(own, { invoiceNumber: 'INV-2026-0005', version })).body).toMatchObject({
    invoiceNumber: 'INV-2026-0005',
    hasNumber: true,
  })
  expect(await numbers(first)).toEqual(['INV-2026-0006'])
  // Given up again.
  const given = await edit(own, { invoiceNumber: 'INV-2026-0005', drawNumber: true })
  expect(given.body).toMatchObject({ invoiceNumber: 'INV-2026-0001', hasNumber: false })
  expect(await numbers(first)).toEqual(['INV-2026-0001'])
  await send(own)
  expect(await numbers(first, own)).toEqual(['INV-2026-0002', 'INV-2026-0001'])
})

test('follow the date of the draft, and are not its own by being sent back', async () => {
  const id = await draft()
  const moved = await edit(id, { invoiceNumber: 'INV-2026-0001', issueDate: '2025-12-30' })
  expect(moved.body).toMatchObject({ invoiceNumber: 'INV-2025-0001', hasNumber: false, version: 2 })
  // Meanwhile it shows another one than the form that is open.
  await typed('INV-2025-0001')
  const saved = await edit(id, { invoiceNumber: 'INV-2025-0001', drawNumber: true, issueDate: '2025-12-30', notes: 'Thanks', version: 2 })
  expect([saved.status, saved.body.invoiceNumber, saved.body.hasNumber]).toEqual([200, 'INV-2025-0002', false])
  expect((await events(id)).map(({ field }) => field)).not.toContain('Invoice number')
  const own = await edit(id, { invoiceNumber: 'Mine', issueDate: '2025-12-30' })
  expect([own.body.invoiceNumber, own.body.hasNumber]).toEqual(['Mine', true])
  expect(await events(id)).toContainEqual({ field: 'Invoice number', before: null, after: 'Mine' })
})

test('of a sent invoice can’t be given up', async () => {
  const { id } = await create({ status: 'sent' })
  const message = 'This invoice has been sent, so it keeps its number'
  const refused = await edit(id, { invoiceNumber: 'INV-2026-0001', drawNumber: true })
  expect([refused.status, refused.body.issues]).toEqual([400, [{ path: 'drawNumber', message }]])
})

test('are those of a new pattern', async () => {
  const ids = [await draft(), await draft({ issueDate: '2025-12-30', dueDate: '2025-12-30' })]
  await app.call(ada, 'PUT', '/api/invoice-numbering', { prefix: 'R', date: 'YY', padding: 2, restart: 'never', nextCounter: 7 })
  expect(await numbers(...ids)).toEqual(['R26-07', 'R25-07'])
  await create({ status: 'sent' })
  expect(await numbers(...ids)).toEqual(['R26-08', 'R25-08'])
})

test('of a deleted draft are free, and the restored one shows the next', async () => {
  const id = await draft()
  await remove(id)
  await create({ status: 'sent' })
  await app.call(ada, 'POST', `/api/invoices/${id}/restore`)
  expect(await numbers(id)).toEqual(['INV-2026-0002'])
})

test('are found by the search once they are given', async () => {
  const found = async (query: string) =>
    ((await app.call(ada, 'GET', `/api/search?q=${query}`)).hits as { title: string }[]).map(({ title }) => title)
  const id = await draft({ notes: 'Zebra' })
  expect(await found('Zebra')).toEqual(['Draft invoice'])
  expect(await found('INV-2026-0001')).toEqual([])
  await send(id)
  expect([await found('Zebra'), await found('INV-2026-0001')]).toEqual([['INV-2026-0001'], ['INV-2026-0001']])
})

test('that a scheduled email names are given at once', async () => {
  const [named, other] = [await draft(), await draft()]
  const schedule = (id: number, message: object) =>
    app.call(ada, 'PUT', `/api/invoices/${id}/scheduled-send`, { day: '2026-04-01', time: '09:00', timeZone: 'Europe/Paris', ...message })
  await schedule(named, { message: 'Here is INV-2026-0001.' })
  await schedule(other, { message: 'Here it is.' })
  expect([await read(named), await read(other)]).toMatchObject([
    { invoiceNumber: 'INV-2026-0001', hasNumber: true },
    { invoiceNumber: 'INV-2026-0002', hasNumber: false },
  ])
})

test('of deposits come before the invoice that deducts them', async () => {
  const work = await draft()
  const deposit = (await app.call(ada, 'POST', `/api/invoices/${work}/deposits`, { percent: '30' })).id as number
  expect((await read(deposit)).lineItems[0]!.description).toBe('Deposit invoice (30%)')
  await send(deposit)
  await send(work)
  expect(await numbers(deposit, work)).toEqual(['INV-2026-0001', 'INV-2026-0002'])
})
