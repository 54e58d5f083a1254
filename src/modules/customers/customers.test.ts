import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFields } from '#modules/imports/fields.ts'
import { guessColumns } from '#modules/imports/guess-columns.ts'
import { createRowReader } from '#modules/imports/rows.ts'
import { parseCsv } from '#server/platform/http/csv.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  bob = await app.person('bob')
})
afterAll(() => app.close())

test('only its owner creates, lists, changes and deletes a customer', async () => {
  const made = await app.send(ada, 'POST', '/api/customers', { name: '  Acme  ', email: 'a@acme.example', city: '' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ name: 'Acme', email: 'a@acme.example', city: null, version: 1 })
  const url = `/api/customers/${made.body.id}`

  expect(await app.call(bob, 'GET', '/api/customers')).toEqual([])
  expect((await app.send(bob, 'PUT', url, { name: 'Mine now' })).status).toBe(404)
  expect((await app.send(bob, 'DELETE', url)).status).toBe(404)
  expect((await app.send(null, 'GET', '/api/customers')).status).toBe(401)

  expect(await app.call(ada, 'PUT', url, { name: 'Acme Ltd', email: '', version: 1 })).toMatchObject({
    name: 'Acme Ltd',
    email: null,
    version: 2,
  })
  const stale = await app.send(ada, 'PUT', url, { name: 'Older', version: 1 })
  expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Acme Ltd' } } })
  expect((await app.send(ada, 'DELETE', url)).status).toBe(204)
  expect(await app.call(ada, 'GET', '/api/customers')).toEqual([])
})

test('a customer is found by a part of its VAT id or registration id, written with or without spaces', async () => {
  const carol = await app.person('carol')
  await app.call(carol, 'POST', '/api/customers', {
    name: 'Weber',
    countryCode: 'DE',
    vatId: 'DE 136 695 976',
    registrationId: 'HRB-7.421',
  })
  await app.call(carol, 'POST', '/api/customers', { name: 'Alpen', countryCode: 'AT', vatId: 'ATU13585627' })
  const find = async (search: string) =>
    (await app.call(carol, 'GET', `/api/customers?search=${encodeURIComponent(search)}`)).map(({ name }: { name: string }) => name)
  for (const search of ['DE136695976', 'de 136 695', '6695976', 'hrb-7.421', 'HRB7421', 'weber'])
    expect([search, await find(search)]).toEqual([search, ['Weber']])
  expect(await find('u1358')).toEqual(['Alpen'])
  // The end of one id and the beginning of the next are no match.
  expect(await find('976hrb')).toEqual([])
  expect(await app.call(carol, 'GET', '/api/customers/summary?search=ATU13585627')).toEqual({ count: 1 })
  expect(String((await app.send(carol, 'GET', '/api/customers/export?search=ATU1')).bytes)).toMatch(/^[^\n]+\nAlpen/)
})

test('an exported list comes back with every field by an import into another account', async () => {
  const [from, to] = [await app.person('list.from'), await app.person('list.to')]
  const rate = { name: 'VAT 19%', components: [{ name: 'VAT', percent: '19' }] }
  const contact = {
    ...{ phone: '+49 30 123456', address: 'Unter den Linden 1\nHaus B', city: 'Berlin', state: 'BE', zipCode: '10117', country: 'Germany' },
    ...{ countryCode: 'DE', vatId: 'DE136695976', registrationId: 'HRB 7421', currency: 'EUR' },
  }
  const texts = { name: 'Weber', company: 'Weber GmbH', contactName: 'Eva Weber', email: 'eva@weber.example' }
  const customer = { ...texts, otherEmails: 'books@weber.example, ap@weber.example', ...contact }
  const [taxRate] = [await app.call(from, 'POST', '/api/tax-rates', rate), await app.call(to, 'POST', '/api/tax-rates', rate)]
  await app.call(from, 'POST', '/api/customers', { ...customer, taxRateId: taxRate!.id })

  const [headers, ...cells] = parseCsv((await app.send(from, 'GET', '/api/customers/export')).bytes.toString())
  const columns = guessColumns(
    'customers',
    headers!,
    headers!.map(() => []),
  ).map((guess) => guess?.field ?? null)
  expect(columns).not.toContain(null)
  const toRow = createRowReader({
    kind: 'customers',
    headers: headers!,
    columns,
    dayOrder: 'dmy',
    decimalComma: false,
    otherCategory: false,
    costSign: undefined,
    telling: [],
    homeCurrency: 'USD',
  })
  const read = cells.slice(0, 1).map((row, i) => toRow({ line: i + 2, cells: row }))
  expect(read.flatMap(({ errors }) => errors)).toEqual([])
  await app.call(to, 'POST', '/api/customers/import', { rows: read.map(({ row }) => row) })
  expect((await app.call(to, 'GET', '/api/customers'))[0]).toMatchObject(customer)
  expect((await app.call(to, 'GET', '/api/customers'))[0]!.taxRateId).not.toBeNull()
  // What can be imported is exported: another field has a column too.
  expect(columns.toSorted()).toEqual(
    importFields.customers
      .map(({ name }) => name)
      .filter((name) => !['firstName', 'lastName', 'addressLine2'].includes(name))
      .toSorted(),
  )
})

test.each([
  [{}, 'name', 'Name is required'],
  [{ name: '   ' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(201) }, 'name', 'Name can have at most 200 characters'],
  [{ name: 'A', email: 'not-an-address' }, 'email', 'Enter a valid email, like name@example.com'],
  [{ name: 'A', userId: 1 }, 'userId', 'Unknown field: userId'],
  [{ name: 7 }, 'name', 'Name is required'],
  [{ name: 'A\u0000B' }, 'name', "Name has a character that can't be stored"],
])('the input %j is refused with a message that names the field', async (body, path, message) => {
  const reply = await app.send(ada, 'POST', '/api/customers', body)
  expect(reply.status).toBe(400)
  expect(readRefusal(reply).issues).toContainEqual({ path, message })
  expect(await app.call(ada, 'GET', '/api/customers')).toEqual([])
})

test('a customer with documents can’t be deleted, and the refusal counts the documents', async () => {
  const customer = await app.call(ada, 'POST', '/api/customers', { name: 'Busy' })
  await app.send(ada, 'POST', '/api/invoices', {
    customerId: customer.id,
    invoiceNumber: 'INV-1',
    issueDate: '2026-01-01',
    dueDate: '2026-01-31',
    lineItems: [{ description: 'Work', quantity: 1, unitPrice: 10 }],
  })
  for (const description of ['Train', 'Hotel'])
    await app.send(ada, 'POST', '/api/expenses', {
      ...{ customerId: customer.id, description, amount: '10.00', category: 'Travel', expenseDate: '2026-01-01' },
    })
  const reply = await app.send(ada, 'DELETE', `/api/customers/${customer.id}`)
  expect([reply.status, readRefusal(reply).message]).toEqual([
    409,
    "This customer has 1 invoice and 2 expenses, so it can't be deleted. Delete or reassign them first.",
  ])
})

test('malformed JSON and a foreign origin are refused', async () => {
  for (const [body, message] of [
    ['{"name": ', 'The request body is not valid JSON: it ends too early'],
    ['{"name": "A",\n oops}', 'The request body is not valid JSON: line 2, column 2'],
    ['name=A', 'The request body is not valid JSON'],
    ['"name"', 'The request must carry a JSON object'],
  ] as const) {
    const broken = await app.send(ada, 'POST', '/api/customers', body)
    expect([broken.status, readRefusal(broken).message]).toEqual([400, expect.stringContaining(message)])
    for (const issue of readRefusal(broken).issues ?? []) expect(issue.message).toBe(message)
  }
  const foreign = await app.send(ada, 'POST', '/api/customers', { name: 'A' }, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  const proto = await app.send(ada, 'POST', '/api/customers', '{"name":"A","__proto__":{"admin":true}}')
  expect(proto.status).toBe(400)
})

test('an Idempotency-Key creates one customer, also when it is used concurrently', async () => {
  const before = (await app.call(ada, 'GET', '/api/customers')).length
  const replies = await Promise.all(
    [1, 2, 3].map(() => app.send(ada, 'POST', '/api/customers', { name: 'Once' }, { 'idempotency-key': 'double-click' })),
  )
  expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1)
  expect(await app.call(ada, 'GET', '/api/customers')).toHaveLength(before + 1)
})
