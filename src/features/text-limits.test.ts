import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { documentMaxBytes, maxLines, maxTextBytes } from '#shared/text-limits.ts'

let app: TestApp
let ada: Person
let customerId: number
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  customerId = (await app.call(ada, 'POST', '/api/customers', { name: 'Grace Hopper' })).id
})
afterAll(() => app.close())

const kinds = {
  invoice: { path: '/api/invoices', more: (nth: number) => ({ invoiceNumber: `I-${nth}`, dueDate: '2026-03-02' }) },
  estimate: { path: '/api/estimates', more: (nth: number) => ({ estimateNumber: `E-${nth}`, expiryDate: '2026-03-02' }) },
}
let count = 0
const bodyOf = (kind: keyof typeof kinds, texts: { lineItems: object[]; notes?: string; terms?: string }) => ({
  customerId,
  issueDate: '2026-01-31',
  ...kinds[kind].more(++count),
  ...texts,
})
const line = (description: string) => ({ description, quantity: 1, unitPrice: 1 })
/** Exactly 300 kB. */
const full = Array.from({ length: maxTextBytes / 2000 }, () => line('x'.repeat(2000)))

test.each(Object.keys(kinds) as (keyof typeof kinds)[])('an %s takes 300 kB of text in all and not a byte more', async (kind) => {
  const { path } = kinds[kind]
  const made = (await app.call(ada, 'POST', path, bodyOf(kind, { lineItems: full }))) as { id: number }
  const message = 'Descriptions, notes and terms can have at most 300 kB of text together. They have 300.1 kB: shorten them by 0.1 kB'
  for (const texts of [{ notes: 'x' }, { terms: 'x' }, { lineItems: [...full, line('x')] }]) {
    const body = bodyOf(kind, { lineItems: full, ...texts })
    for (const reply of [await app.send(ada, 'POST', path, body), await app.send(ada, 'PUT', `${path}/${made.id}`, body)])
      expect([reply.status, reply.body]).toEqual([400, { message, issues: [{ path: 'lineItems', message }] }])
  }
  // Control characters are the longest in JSON; the limit counts text, not its encoding.
  const each = 'x'.repeat(maxTextBytes / maxLines)
  const json = JSON.stringify(bodyOf(kind, { lineItems: Array(maxLines).fill(line(each)) }), null, 6).replaceAll('x', '\\u0078')
  expect(json.length).toBeLessThan(documentMaxBytes)
  const escaped = await fetch(app.origin + path, {
    method: 'POST',
    headers: { cookie: ada.cookie, 'content-type': 'application/json' },
    body: json,
  })
  expect(escaped.status).toBe(201)
  const tooLarge = await app.send(ada, 'POST', path, bodyOf(kind, { lineItems: full, notes: 'x'.repeat(documentMaxBytes) }))
  expect([tooLarge.status, readRefusal(tooLarge).message]).toEqual([413, 'The request is too large: this call takes at most 2 MB'])
})

test('a stored text beyond the limit is shown whole; saving it names the field and loses nothing', async () => {
  const long = `${'long '.repeat(1000)}end`
  const many = `first${'\nnext'.repeat(300)}`
  const made = await app.call(ada, 'POST', '/api/invoices', bodyOf('invoice', { lineItems: [line('Short'), line('To grow')] }))
  await app.sql("update document_lines set description = $2 where document_id = $1 and description = 'To grow'", [made.id, long])
  await app.sql('update documents set notes = $2 where id = $1', [made.id, many])
  const url = `/api/invoices/${made.id}` as const
  const saved = await app.call(ada, 'GET', url)
  expect([saved.lineItems[1]!.description, saved.notes]).toEqual([long, many])
  const lineItems = saved.lineItems.map(({ description, quantity, unitPrice }) => ({ description, quantity, unitPrice }))
  const edit = { ...bodyOf('invoice', { lineItems, notes: saved.notes! }), version: saved.version }
  const refused = await app.send(ada, 'PUT', url, edit)
  expect([refused.status, readRefusal(refused).issues]).toEqual([
    400,
    [
      { path: 'notes', message: 'Notes can have at most 200 line breaks' },
      { path: 'lineItems.1.description', message: 'Description can have at most 2,000 characters' },
    ],
  ])
  expect(await app.call(ada, 'GET', url)).toEqual(saved)
})

test('the longest item fits into a line; one character more is refused for both', async () => {
  const description = `${'x'.repeat(1000)}${'\n'.repeat(39)}\n${'y'.repeat(960)}`
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Long', description, unitPrice: 1 })
  expect(item.description).toBe(description)
  expect((await app.send(ada, 'POST', '/api/invoices', bodyOf('invoice', { lineItems: [line(description)] }))).status).toBe(201)
  const tooLong = { name: 'Long', description: `${description}y`, unitPrice: 1 }
  const tooMany = { name: 'Long', description: 'x\n'.repeat(41).concat('x'), unitPrice: 1 }
  for (const [body, message] of [
    [tooLong, 'Description can have at most 2,000 characters'],
    [tooMany, 'Description can have at most 40 line breaks'],
  ] as const) {
    const refused = await app.send(ada, 'POST', '/api/items', body)
    expect([refused.status, readRefusal(refused).issues]).toEqual([400, [{ path: 'description', message }]])
    const asLine = await app.send(ada, 'POST', '/api/invoices', bodyOf('invoice', { lineItems: [line(body.description)] }))
    expect([asLine.status, readRefusal(asLine).issues]).toEqual([400, [{ path: 'lineItems.0.description', message }]])
  }
})
