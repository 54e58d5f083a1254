import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let [ada, bob]: Person[] = []
let customerId: number
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[ada, bob] = [await app.person(`ada${++count}`), await app.person(`bob${count}`)]
  await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada!.userId])
  customerId = (await app.call(ada!, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).id
})

const makeEstimate = (over: object = {}) =>
  app.call(ada!, 'POST', '/api/estimates', {
    ...{ customerId, estimateNumber: 'E-1', issueDate: '2026-01-05', expiryDate: '2030-12-31', taxRate: 20, status: 'sent' },
    lineItems: ['68.33', '57.50', '85.00', '68.33'].map((unitPrice, i) => ({ description: `Room ${i + 1}`, quantity: 1, unitPrice })),
    ...over,
  })
const bill = (id: number, body: object, who: Person | null = ada!) => app.send(who, 'POST', `/api/estimates/${id}/progress`, body)
const progress = (id: number, who: Person | null = ada!) => app.send(who, 'GET', `/api/estimates/${id}/progress`)
const convert = (id: number) => app.send(ada!, 'POST', `/api/estimates/${id}/convert`)
const readEstimate = (id: number) => app.call(ada!, 'GET', `/api/estimates/${id}`)
const editEstimate = async (id: number, over: object) => {
  const { estimateNumber, issueDate, expiryDate, lineItems, taxRate } = await readEstimate(id)
  const lines = lineItems.map(({ description, quantity, unitPrice }) => ({ description, quantity, unitPrice }))
  return app.send(ada!, 'PUT', `/api/estimates/${id}`, {
    customerId,
    estimateNumber,
    issueDate,
    expiryDate,
    taxRate,
    lineItems: lines,
    ...over,
  })
}

test('three parts of an estimate: by line, by percent, and the rest, which add up to its total to the cent', async () => {
  const estimate = await makeEstimate()
  expect(estimate.total).toBe('334.99')
  const [first, second] = estimate.lineItems
  const { status, body: one } = await bill(estimate.id, {
    lines: [
      { lineId: first!.id, percent: '100' },
      { lineId: second!.id, percent: '30' },
    ],
  })
  expect([status, one.status, one.estimateId, one.subtotal]).toEqual([201, 'draft', estimate.id, '85.58'])
  expect(
    one.lineItems.map(({ description, quantity, unitPrice, sourceLineId }: Record<string, unknown>) => [
      description,
      quantity,
      unitPrice,
      sourceLineId,
    ]),
  ).toEqual([
    ['Room 1', '1.00', '68.33', first!.id],
    ['Room 2 (30%)', '1.00', '17.25', second!.id],
  ])
  expect((await readEstimate(estimate.id)).status).toBe('accepted')
  const less = await bill(estimate.id, { lines: [{ lineId: second!.id, percent: '20' }] })
  expect([less.status, less.body.issues]).toEqual([
    400,
    [{ path: 'lines.0.percent', message: 'Room 2: $17.25 is invoiced already, 30% of the line' }],
  ])
  const { body: two } = await bill(estimate.id, { percent: '50' })
  expect(two.lineItems.map(({ description }: { description: string }) => description)).toEqual([
    'Room 2 (30–50%)',
    'Room 3 (50%)',
    'Room 4 (50.01%)',
  ])
  expect((await progress(estimate.id)).body).toMatchObject({
    ...{ total: '279.16', billed: '173.75', left: '105.41', draft: null },
    lines: [
      { billed: '68.33', left: '0.00' },
      { billed: '28.75', left: '28.75' },
      { billed: '42.50', left: '42.50' },
      { billed: '34.17', left: '34.16' },
    ],
    invoices: [{ id: one.id }, { id: two.id }],
  })
  const { body: rest } = await convert(estimate.id)
  expect(Number(one.total) + Number(two.total) + Number(rest.total)).toBeCloseTo(334.99, 5)
  // A repeated conversion is the same invoice.
  expect((await convert(estimate.id)).body.id).toBe(rest.id)
  expect((await progress(estimate.id)).body).toMatchObject({ billed: '279.16', left: '0.00' })
  expect((await bill(estimate.id, { percent: '100' })).body.message).toBe('All of this estimate is invoiced')
  const health = await app.database.atOneMoment(ada!.userId, async (db) => checkLedger(db, await getUserToday(db, new Date()), entities))
  expect(health.findings).toEqual([])
})

test('the last cent of the rest is a rounding, which an edit of its texts keeps and one of its amounts drops', async () => {
  const estimate = await makeEstimate()
  for (const { id } of estimate.lineItems.slice(0, 3)) await bill(estimate.id, { lines: [{ lineId: id, percent: '100' }] })
  const { body: rest } = await convert(estimate.id)
  // 82.00 + 69.00 + 102.00 are invoiced.
  expect([rest.total, rest.rounding]).toEqual(['81.99', '-0.01'])
  const edit = (over: object) =>
    app.send(ada!, 'PUT', `/api/invoices/${rest.id}`, {
      ...{ customerId, invoiceNumber: rest.invoiceNumber, issueDate: rest.issueDate, dueDate: rest.dueDate },
      lineItems: [{ id: rest.lineItems[0].id, description: 'Room 4', quantity: 1, unitPrice: '68.33' }],
      ...over,
    })
  expect((await edit({ notes: 'Thank you' })).body).toMatchObject({ notes: 'Thank you', total: '81.99', rounding: '-0.01' })
  expect((await edit({ status: 'sent' })).body).toMatchObject({ total: '81.99', status: 'sent' })
  const less = [{ id: rest.lineItems[0].id, description: 'Room 4', quantity: 1, unitPrice: '60.00' }]
  const { body: lower } = await edit({ lineItems: less })
  expect(lower).toMatchObject({ total: '72.00', rounding: '0.00' })
  const more = await edit({ lineItems: [{ ...less[0], id: lower.lineItems[0].id, unitPrice: '68.34' }] })
  expect([more.status, more.body.message]).toEqual([409, expect.stringContaining('Room 4: the estimate has $68.33 of it')])
  const health = await app.database.atOneMoment(ada!.userId, async (db) => checkLedger(db, await getUserToday(db, new Date()), entities))
  expect(health.findings).toEqual([])
})

test('a deposit of some cents, deducted from one part, is not asked for again as the last cent of the rest', async () => {
  const estimate = await makeEstimate({ taxRate: 0 })
  const { body: part } = await bill(estimate.id, { lines: [{ lineId: estimate.lineItems[0]!.id, percent: '100' }] })
  const deposit = await app.call(ada!, 'POST', `/api/invoices/${part.id}/deposits`, { amount: '0.05' })
  const { invoiceNumber, issueDate, dueDate, lineItems } = deposit
  await app.call(ada!, 'PUT', `/api/invoices/${deposit.id}`, {
    ...{ customerId, invoiceNumber, issueDate, dueDate, status: 'sent' },
    lineItems: lineItems.map(({ id, description, unitPrice }) => ({ id, description, unitPrice, quantity: 1 })),
  })
  const { body: deducted } = await app.send(ada!, 'PUT', `/api/invoices/${part.id}/deductions/${deposit.id}`)
  expect(deducted.total).toBe('68.28')
  const { body: rest } = await convert(estimate.id)
  expect([rest.total, rest.rounding]).toEqual(['210.83', '0.00'])
})

test('a part takes the place of the draft for all of it; what is deleted can be billed again', async () => {
  const estimate = await makeEstimate({ status: 'accepted' })
  const draftId = estimate.invoice!.id
  expect((await progress(estimate.id)).body).toMatchObject({ billed: '0.00', draft: { id: draftId } })
  const { body: part } = await bill(estimate.id, { percent: '25' })
  expect((await app.send(ada!, 'GET', `/api/invoices/${draftId}`)).status).toBe(404)
  const restored = await app.send(ada!, 'POST', `/api/invoices/${draftId}/restore`)
  expect([restored.status, restored.body.message]).toEqual([409, expect.stringContaining('invoiced in parts since')])
  await app.call(ada!, 'DELETE', `/api/invoices/${part.id}`)
  const { body: again } = await bill(estimate.id, { percent: '100' })
  expect([again.total, again.rounding]).toEqual(['334.99', '0.00'])
  const back = await app.send(ada!, 'POST', `/api/invoices/${part.id}/restore`)
  expect([back.status, back.body.message]).toEqual([409, expect.stringContaining('its invoices would bill more')])
})

test('an estimate that is invoiced in parts keeps its amounts; a sent invoice for all of it, a typed tax and a rejected one have no parts', async () => {
  const estimate = await makeEstimate()
  await bill(estimate.id, { percent: '10' })
  expect((await editEstimate(estimate.id, { notes: 'Soon' })).status).toBe(200)
  const changed = await editEstimate(estimate.id, { lineItems: [{ description: 'All', quantity: 1, unitPrice: '1.00' }] })
  expect([changed.status, changed.body.message]).toEqual([409, expect.stringContaining('Parts of this estimate are invoiced')])

  const whole = await makeEstimate({ estimateNumber: 'E-2', status: 'accepted' })
  const { issueDate, dueDate, invoiceNumber } = await app.call(ada!, 'GET', `/api/invoices/${whole.invoice!.id}`)
  const lines = [{ description: 'Work', quantity: 1, unitPrice: '10.00' }]
  await app.call(ada!, 'PUT', `/api/invoices/${whole.invoice!.id}`, {
    customerId,
    invoiceNumber,
    issueDate,
    dueDate,
    lineItems: lines,
    status: 'sent',
  })
  const refused = await bill(whole.id, { percent: '10' })
  expect([refused.status, refused.body.message]).toEqual([409, `All of this estimate is invoiced by ${invoiceNumber}.`])
  expect((await progress(whole.id)).body).toMatchObject({ billed: '279.16', left: '0.00', draft: null })
  const typed = await makeEstimate({ estimateNumber: 'E-3', taxAmount: '1.00' })
  expect((await bill(typed.id, { percent: '10' })).body.message).toContain('typed by hand')
  const rejected = await makeEstimate({ estimateNumber: 'E-4', status: 'rejected' })
  expect((await bill(rejected.id, { percent: '10' })).body.message).toContain('was rejected')
})

test('a visitor, a stranger and bad input', async () => {
  const { id } = await makeEstimate()
  for (const [who, status] of [
    [null, 401],
    [bob!, 404],
  ] as const)
    expect([(await bill(id, { percent: '10' }, who)).status, (await progress(id, who)).status]).toEqual([status, status])
  for (const [body, path] of [
    [{}, 'percent'],
    [{ percent: '100.1' }, 'percent'],
    [{ percent: '0' }, 'percent'],
    [{ lines: [{ lineId: 999_999, percent: '1' }] }, 'lines.0.lineId'],
    [{ lines: [] }, 'lines'],
  ] as const) {
    const { status, body: reply } = await bill(id, body)
    expect([body, status, reply.issues?.[0]?.path]).toEqual([body, 400, path])
  }
})

test('ten requests for the same part at once bill it once', async () => {
  const { id } = await makeEstimate()
  const replies = await Promise.all(Array.from({ length: 10 }, () => bill(id, { percent: '40' })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 400)])
  expect((await progress(id)).body.invoices).toHaveLength(1)
})
