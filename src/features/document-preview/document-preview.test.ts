import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'

let app: TestApp
let ada: Person
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await app.person(`ada${++count}`)
  customerId = (await app.send(ada, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).body.id
})

const empty = {
  kind: 'invoice',
  ...{ number: '', issueDate: '', endDate: '', taxRate: '', taxAmount: '', notes: '', terms: '' },
  lineItems: [{ description: '', quantity: '1', unitPrice: '' }],
}
const line = { description: 'Design', quantity: '2', unitPrice: '150.25' }
const filled = () => ({
  ...empty,
  ...{ customerId, number: 'INV-1', issueDate: '2026-01-05', endDate: '2026-02-04', taxRate: '10', taxAmount: '30.05' },
  lineItems: [line],
})
const preview = (body: object, who: Person | null = ada) => app.send(who, 'POST', '/api/document-preview', body)
const draw = async (body: object) => {
  const reply = await preview(body)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  return reply.bytes.toString()
}
const listInvoices = async () => (await app.send(ada, 'GET', '/api/invoices')).body

test('a form gives a picture of its pages that runs nothing, stores nothing and takes no number', async () => {
  const before = (await app.send(ada, 'GET', '/api/invoices/next-number')).body
  const reply = await preview(filled())
  expect(reply.bytes.toString()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/)
  expect(reply.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
  })
  expect(await listInvoices()).toEqual([])
  expect((await app.send(ada, 'GET', '/api/invoices/next-number')).body).toEqual(before)
})

test('each field changes the picture', async () => {
  const other = (await app.send(ada, 'POST', '/api/customers', { name: 'Beta' })).body.id
  const changes = [
    {},
    ...[
      { kind: 'estimate' },
      { kind: 'credit note' },
      { customerId: other },
      { customerId: null },
      { number: 'INV-2' },
      { issueDate: '2026-01-06' },
    ],
    { instalmentDays: ['2026-02-04', '2026-03-04'] },
    ...[{ endDate: '2026-02-05' }, { taxRate: '11' }, { taxAmount: '31' }, { notes: 'Thanks' }, { terms: 'Net 30' }],
    ...[
      { ...line, description: 'Build' },
      { ...line, quantity: '3' },
      { ...line, unitPrice: '9' },
      { ...line, discount: '10%' },
    ].map((each) => ({ lineItems: [each] })),
    ...[{ businessName: 'Harbour' }, { contactName: 'Ada' }, { country: 'Peru' }, { pageSize: 'a4' }].map((typed) => ({
      business: { businessName: '', contactName: '', country: '', pageSize: 'letter', ...typed },
    })),
  ]
  const drawn = new Set<string>()
  for (const change of changes) drawn.add(await draw({ ...filled(), ...change }))
  expect(drawn.size).toBe(changes.length)
})

test('incomplete input is drawn as far as it goes; wholly empty lines are left out', async () => {
  expect(await draw(empty)).toContain('<svg')
  expect(await draw({ ...empty, kind: 'estimate', lineItems: [] })).toContain('<svg')
  const half = { ...line, quantity: '1.', unitPrice: '-' }
  expect(await draw({ ...filled(), taxRate: 'ten', taxAmount: '1e9', lineItems: [line, half] })).toContain('<svg')
  expect(await draw({ ...filled(), lineItems: [line, empty.lineItems[0]] })).toBe(await draw(filled()))
  expect(await draw(empty)).toBe(await draw({ ...empty, lineItems: [] }))
  const hostile = await draw({ ...filled(), number: '<script>', notes: '"><image href="https://evil.example/x"/>\u0000\ud800' })
  expect(hostile).not.toMatch(/<script|evil\.example/)
})

test('a long document shows its first three pages, below each other', async () => {
  const lines = (length: number) => Array.from({ length }, () => line)
  const heightOf = (svg: string) => Number(/viewBox="0 0 612 ([\d.]+)"/.exec(svg)?.[1])
  expect(heightOf(await draw(filled()))).toBe(792)
  const three = 3 * 792 + 2 * 18
  expect(heightOf(await draw({ ...filled(), lineItems: lines(120) }))).toBe(three)
  const [many, more] = [await draw({ ...filled(), lineItems: lines(300) }), await draw({ ...filled(), lineItems: lines(500) })]
  expect([heightOf(many), heightOf(more)]).toEqual([three, three])
  expect(more.length / many.length).toBeLessThan(1.1)
})

test('a saved document keeps the details it was sent with, its payments and its stamp', async () => {
  const { body: sent } = await app.send(ada, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: '2026-01-05', dueDate: '2026-02-04', taxRate: '10' },
    lineItems: [{ description: 'Design', quantity: 2, unitPrice: '150.25' }],
  })
  const asSent = await draw({ ...filled(), documentId: sent.id })
  await app.send(ada, 'PUT', `/api/customers/${customerId}`, { name: 'Acme renamed', email: 'acme@example.com' })
  expect(await draw({ ...filled(), documentId: sent.id })).toBe(asSent)
  expect(await draw(filled())).not.toBe(asSent)
  await app.send(ada, 'POST', `/api/invoices/${sent.id}/payments`, { amount: 10, paymentDate: '2026-01-06', paymentMethod: 'Cash' })
  expect(await draw({ ...filled(), documentId: sent.id })).not.toBe(asSent)
  expect(await draw({ ...filled(), documentId: sent.id, number: 'INV-9', endDate: '' })).toContain('<svg')
  expect(await listInvoices()).toMatchObject([{ invoiceNumber: 'INV-1', dueDate: '2026-02-04' }])
})

test('a visitor gets 401, a stranger’s customer or document 404', async () => {
  expect((await preview(filled(), null)).status).toBe(401)
  const bob = await app.person(`bob-of-${ada.userId}`)
  const { body: estimate } = await app.send(ada, 'POST', '/api/estimates', {
    ...{ customerId, estimateNumber: 'EST-1', issueDate: '2026-01-05', expiryDate: '2030-02-04' },
    lineItems: [{ description: 'Design', quantity: 1, unitPrice: '1' }],
  })
  expect((await preview(filled(), bob)).status).toBe(404)
  expect((await preview({ ...empty, kind: 'estimate', documentId: estimate.id }, bob)).status).toBe(404)
  expect((await preview({ ...empty, kind: 'invoice', documentId: estimate.id })).status).toBe(404)
  expect((await preview({ ...empty, kind: 'credit note', documentId: estimate.id })).status).toBe(404)
  expect((await preview({ ...empty, kind: 'estimate', documentId: estimate.id })).status).toBe(200)
})

test('invalid values, unknown fields and too much of anything are refused', async () => {
  const long = 'x'.repeat(2000)
  for (const [wrong, path] of [
    [{ kind: 'receipt' }, 'kind'],
    [{ nobody: 1 }, 'nobody'],
    [{ customerId: 'x' }, 'customerId'],
    [{ issueDate: '2026-02-30' }, 'issueDate'],
    [{ number: 'x'.repeat(51) }, 'number'],
    [{ notes: 'x'.repeat(10_001) }, 'notes'],
    [{ lineItems: [{ ...line, quantity: '1'.repeat(31) }] }, 'lineItems.0.quantity'],
    [{ lineItems: [{ ...line, description: `${long}x` }] }, 'lineItems.0.description'],
    [{ lineItems: Array(1001).fill(line) }, 'lineItems'],
    [{ lineItems: Array(200).fill({ ...line, description: long }) }, 'lineItems'],
  ] as const) {
    const reply = await preview({ ...filled(), ...wrong })
    expect([path, reply.status, readRefusal(reply).issues[0]?.path]).toEqual([path, 400, path])
  }
  expect((await preview({ ...filled(), notes: 'x'.repeat(3 * 1024 * 1024) })).status).toBe(413)
})

test('a preview that a newer one of the same user supersedes is answered as that, not as too many', async () => {
  const lineItems = Array.from({ length: 300 }, (_, i) => ({ ...line, description: `Superseded ${i} `.padEnd(250, 'x') }))
  const replies = await Promise.all(['A', 'B', 'C'].map((number) => preview({ ...filled(), number, lineItems })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
  const superseded = replies.find(({ status }) => status === 409)!
  expect(readRefusal(superseded).message).toBe('A newer preview was asked for, so this one was not drawn.')
})

test('a large document is saved while its page is still being drawn', async () => {
  const lineItems = Array.from({ length: 500 }, (_, i) => ({ ...line, description: `${i} `.padEnd(250, 'x') }))
  const done: string[] = []
  const drawing = preview({ ...filled(), lineItems }).then(({ status }) => done.push(`drawn ${status}`))
  // Its body has arrived by then, and drawing takes several times as long.
  await setTimeout(150)
  const saving = app
    .send(ada, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: 'INV-1', issueDate: '2026-01-05', dueDate: '2026-02-04' },
      lineItems: lineItems.slice(0, 50).map((each) => ({ ...each, description: each.description.padEnd(1500, 'x') })),
    })
    .then(({ status }) => done.push(`saved ${status}`))
  await Promise.all([drawing, saving])
  expect(done).toEqual(['saved 201', 'drawn 200'])
}, 400_000)
