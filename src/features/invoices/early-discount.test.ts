import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

const now = new Date('2026-11-05T12:00:00Z')

let app: TestApp
let ada: Person
let customerId: number
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(now)
  ada = await app.person('ada')
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com', ...terms })).id
})
afterAll(() => app.close())

const terms = { earlyDiscountPercent: '2', earlyDiscountDays: 10 }
const none = { earlyDiscountPercent: null, earlyDiscountDays: null }
const content = (over: object = {}) => ({
  ...{ customerId, invoiceNumber: 'x', drawNumber: true, issueDate: '2026-11-02', dueDate: '2026-12-02', status: 'sent', taxRate: 19 },
  lineItems: [{ description: 'Work', quantity: 1, unitPrice: '1000.00' }],
  ...over,
})
const create = (over: object = {}) => app.send(ada, 'POST', '/api/invoices', content(over))
const problems = ({ status, body }: { status: number; body: { issues?: { path: string }[] } }) => [
  status,
  body.issues?.map(({ path }) => path),
]

test('a new invoice has the discount of its customer unless it names its own, is due earlier, or is a retainer', async () => {
  const made = async (over: object = {}) => (await create(over)).body
  expect(await made()).toMatchObject(terms)
  expect(await made({ status: 'draft' })).toMatchObject(terms)
  expect(await made(none)).toMatchObject(none)
  expect(await made({ earlyDiscountPercent: 2.5, earlyDiscountDays: '7' })).toMatchObject({
    earlyDiscountPercent: '2.5',
    earlyDiscountDays: 7,
  })
  expect(await made({ dueDate: '2026-11-09' })).toMatchObject(none)
  expect(await made({ kind: 'retainer', taxRate: 0 })).toMatchObject(none)
})

test.each([
  ['earlyDiscountPercent', { earlyDiscountPercent: '0', earlyDiscountDays: 10 }],
  ['earlyDiscountPercent', { earlyDiscountPercent: '100.5', earlyDiscountDays: 10 }],
  ['earlyDiscountPercent', { earlyDiscountPercent: 'two', earlyDiscountDays: 10 }],
  ['earlyDiscountPercent', { earlyDiscountDays: 10 }],
  ['earlyDiscountDays', { earlyDiscountPercent: '2' }],
  ['earlyDiscountDays', { earlyDiscountPercent: '2', earlyDiscountDays: 0 }],
  ['earlyDiscountDays', { earlyDiscountPercent: '2', earlyDiscountDays: 31 }],
  ['earlyDiscountPercent', { ...terms, kind: 'retainer', taxRate: 0 }],
])('a wrong discount for early payment is refused at %s: %j', async (path, over) => {
  expect(problems(await create(over))).toEqual([400, [path]])
})

test('a customer has both parts of a discount, or none', async () => {
  const save = (body: object) => app.send(ada, 'POST', '/api/customers', { name: 'Other', ...body })
  expect(problems(await save({ earlyDiscountPercent: '2' }))).toEqual([400, ['earlyDiscountDays']])
  expect(problems(await save({ earlyDiscountPercent: '', earlyDiscountDays: '5' }))).toEqual([400, ['earlyDiscountPercent']])
  expect((await save({ earlyDiscountPercent: '', earlyDiscountDays: '' })).body).toMatchObject(none)
  const rows = [{ line: 2, values: { name: 'Imported', earlyDiscountPercent: '3', earlyDiscountDays: '14' } }]
  await app.call(ada, 'POST', '/api/customers/import', { rows })
  expect((await app.call(ada, 'GET', '/api/customers?search=Imported'))[0]).toMatchObject({
    earlyDiscountPercent: '3',
    earlyDiscountDays: 14,
  })
})

test('an edit keeps what it leaves out, says what it changes, and must not leave a discount that ends after the due date', async () => {
  const { id, invoiceNumber, lineItems } = (await create()).body
  const edit = (over: object) =>
    app.send(ada, 'PUT', `/api/invoices/${id}`, {
      ...content({ invoiceNumber, lineItems, status: undefined, drawNumber: undefined }),
      ...over,
    })
  expect((await edit({ notes: 'Thanks' })).body).toMatchObject(terms)
  expect(problems(await edit({ dueDate: '2026-11-11' }))).toEqual([400, ['earlyDiscountDays']])
  expect((await edit({ earlyDiscountPercent: '3' })).body).toMatchObject({ earlyDiscountPercent: '3', earlyDiscountDays: 10 })
  const { events } = await app.call(ada, 'GET', `/api/invoices/${id}/history`)
  expect(events[0]!.changes).toContainEqual({ field: 'Early payment discount', before: '2% within 10 days', after: '3% within 10 days' })
  expect((await edit(none)).body).toMatchObject(none)
})

test('the customer reads the day and the amount on the page and in the email, until a payment is late', async () => {
  const { id } = (await create()).body
  const { publicUrl } = await app.call(ada, 'GET', `/api/invoices/${id}/history`)
  const read = async () => {
    const { earlyDiscount } = await app.call(null, 'GET', `/api/public/invoice/${publicUrl!.split('/').at(-1)}`)
    const email = JSON.stringify(await app.call(ada, 'GET', `/api/invoices/${id}/email-preview`))
    return [earlyDiscount, /2% discount if paid by Nov 12, 2026.{0,300}?\$1,166\.20/.test(email)]
  }
  app.setNow(new Date('2026-11-12T23:00:00Z'))
  expect(await read()).toEqual([{ percent: '2', day: '2026-11-12', discount: '23.80', amount: '1166.20' }, true])
  app.setNow(new Date('2026-11-13T01:00:00Z'))
  expect(await read()).toEqual([null, false])
  app.setNow(now)
})
