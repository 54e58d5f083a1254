import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entities } from '#modules/entities.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { ReportWire } from '#shared/contract/reports.ts'
import { formatDay } from '#shared/dates.ts'

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

const makeDraft = (over: object = {}) =>
  app.call(ada!, 'POST', '/api/invoices', {
    ...{ customerId, invoiceNumber: 'x', drawNumber: true, issueDate: '2026-01-05', dueDate: '2030-02-04', taxRate: 19 },
    lineItems: [{ description: 'Website', quantity: 1, unitPrice: '1000.00' }],
    ...over,
  })
const read = (id: number) => app.call(ada!, 'GET', `/api/invoices/${id}`)
const history = (id: number) => app.call(ada!, 'GET', `/api/invoices/${id}/history`)
const request = (id: number, body: object, who: Person | null = ada!) => app.send(who, 'POST', `/api/invoices/${id}/deposits`, body)
const deduct = (id: number, depositId: number | string, who: Person | null = ada!) =>
  app.send(who, 'PUT', `/api/invoices/${id}/deductions/${depositId}`)
const undo = (id: number, depositId: number | string, who: Person | null = ada!) =>
  app.send(who, 'DELETE', `/api/invoices/${id}/deductions/${depositId}`)
const edit = async (id: number, over: object) => {
  const { customerId: of, invoiceNumber, issueDate, dueDate, lineItems } = await read(id)
  const own = lineItems.filter(({ kind }: { kind: string }) => kind !== 'deposit')
  const lines = own.map(({ id: lineId, description, quantity, unitPrice }: Record<string, unknown>) => ({
    ...{ id: lineId, description, quantity, unitPrice },
  }))
  return app.send(ada!, 'PUT', `/api/invoices/${id}`, { customerId: of, invoiceNumber, issueDate, dueDate, lineItems: lines, ...over })
}
const issue = (id: number) => edit(id, { status: 'sent' })
const credit = (invoiceId: number, over: object = {}) => app.send(ada!, 'POST', '/api/credit-notes', { invoiceId, ...over })
const pay = (id: number, amount: string) =>
  app.call(ada!, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-01-10', paymentMethod: 'Cash' })
/** The balances of the accounts that have one: debits are positive. */
const balances = async (basis = 'accrual') => {
  const { accounts } = await app.call(ada!, 'GET', `/api/books/balances?day=2030-12-31&basis=${basis}`)
  return Object.fromEntries(
    accounts
      .map(({ number, debit, credit: of }) => [number, Number(debit ?? 0) - Number(of ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}
/** A draft and its deposit, which was sent. */
const makeDeposit = async (body: object, over: object = {}) => {
  const draft = await makeDraft(over)
  const { body: deposit } = await request(draft.id, body)
  expect((await issue(deposit.id)).status).toBe(200)
  return { draft, deposit: await read(deposit.id) }
}

test('30% deposit: invoiced with tax, a liability, then deducted from the invoice of the work and income', async () => {
  const draft = await makeDraft()
  const { status, body: deposit } = await request(draft.id, { percent: '30' })
  expect([status, deposit]).toEqual([
    201,
    expect.objectContaining({ kind: 'deposit', status: 'draft', subtotal: '300.00', taxAmount: '57.00', total: '357.00', customerId }),
  ])
  expect(deposit.lineItems).toEqual([expect.objectContaining({ description: 'Deposit invoice (30%)', quantity: '1.00' })])
  // A draft is not deducted yet.
  expect((await deduct(draft.id, deposit.id)).body.message).toBe(`${deposit.invoiceNumber} is a draft. Send it first, then deduct it.`)
  await issue(deposit.id)
  await pay(deposit.id, '357.00')
  expect(await balances()).toEqual({ 1000: 357, 2200: -57, 2310: -300 })
  expect(await balances('cash')).toEqual({ 1000: 357, 2200: -57, 4000: -300 })
  expect((await history(draft.id)).deposits).toEqual([
    {
      ...{ id: deposit.id, invoiceNumber: deposit.invoiceNumber, status: 'paid', currency: 'USD' },
      total: '357.00',
      deducted: '0.00',
      left: '300.00',
    },
  ])

  const { body: deducted } = await deduct(draft.id, deposit.id)
  expect(deducted).toMatchObject({ subtotal: '700.00', taxAmount: '133.00', total: '833.00' })
  expect(deducted.lineItems[1]).toMatchObject({
    ...{ kind: 'deposit', description: `Less deposit ${deposit.invoiceNumber} (${formatDay(deposit.issueDate)})` },
    ...{ quantity: '-1.00', unitPrice: '300.00', total: '-300.00' },
    sourceLineId: deposit.lineItems[0].id,
  })
  // Again, it stays so.
  expect((await deduct(draft.id, deposit.id)).body.total).toBe('833.00')
  expect((await history(draft.id)).deposits).toMatchObject([{ id: deposit.id, deducted: '300.00', left: '0.00' }])
  expect((await history(deposit.id)).deductedFrom).toEqual([{ id: draft.id, invoiceNumber: 'INV-2026-0002', amount: '300.00' }])
  await issue(draft.id)
  await pay(draft.id, '833.00')
  expect(await balances()).toEqual({ 1000: 1190, 2200: -190, 4000: -1000 })
  expect(await balances('cash')).toEqual({ 1000: 1190, 2200: -190, 4000: -1000 })
  const report = (await await app.call(
    ada!,
    'GET',
    '/api/reports?type=sales-tax&basis=accrual&from=2026-01-01&to=2030-12-31',
  )) as ReportWire
  const [row] = report.table.rows.map(({ cells }) => cells.flatMap(({ amount }) => amount ?? []))
  expect(row).toEqual(['1000.00', '190.00', '0.00', '190.00', '0.00'])
})

test('an edit keeps the deduction; it is removed and made again; a copy of the draft has none', async () => {
  const { draft, deposit } = await makeDeposit({ amount: '500.00' })
  await deduct(draft.id, deposit.id)
  const edited = await edit(draft.id, { lineItems: [{ description: 'Website and shop', quantity: 1, unitPrice: '1200.00' }] })
  expect([edited.status, edited.body.total, edited.body.lineItems.length]).toEqual([200, '833.00', 2])
  expect((await edit(draft.id, { taxRate: 7 })).status).toBe(409)
  const small = await edit(draft.id, { lineItems: [{ description: 'Website', quantity: 1, unitPrice: '499.99' }] })
  expect([small.status, small.body.message]).toEqual([
    400,
    'The deducted deposit is more than the lines with its tax rate come to. Remove the deduction first.',
  ])
  expect([(await undo(draft.id, deposit.id)).status, (await read(draft.id)).total]).toEqual([204, '1428.00'])
  expect((await undo(draft.id, deposit.id)).status).toBe(404)
  expect((await deduct(draft.id, deposit.id)).body.total).toBe('833.00')
})

test('a deposit that is deducted is neither deleted nor changed nor credited; first the deduction is removed', async () => {
  const { draft, deposit } = await makeDeposit({ percent: '50' })
  await deduct(draft.id, deposit.id)
  const words = 'This deposit is deducted from INV-2026-0002'
  expect((await app.send(ada!, 'DELETE', `/api/invoices/${deposit.id}`)).body.message).toContain(words)
  expect((await edit(deposit.id, { status: 'draft' })).body.message).toContain(words)
  expect((await edit(deposit.id, { lineItems: [{ description: 'Less', quantity: 1, unitPrice: '1.00' }] })).body.message).toContain(words)
  expect((await edit(deposit.id, { notes: 'Thank you' })).status).toBe(200)
  const refused = await credit(deposit.id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Of the deposit ${deposit.invoiceNumber} is deducted: $500.00 from INV-2026-0002. So not all of that can be credited.`,
  ])
  await undo(draft.id, deposit.id)
  expect((await credit(deposit.id, { amount: '119.00' })).status).toBe(201)
  // What is left of it is deducted.
  expect((await deduct(draft.id, deposit.id)).body).toMatchObject({ subtotal: '600.00', total: '714.00' })
})

test('of a deposit that is too large, the rest is deducted from another invoice, or credited', async () => {
  const { draft, deposit } = await makeDeposit({ percent: '100' })
  const half = { lineItems: [{ description: 'Half', quantity: 1, unitPrice: '600.00' }] }
  await edit(draft.id, half)
  expect((await deduct(draft.id, deposit.id)).body).toMatchObject({ total: '0.00', taxAmount: '0.00' })
  const second = await makeDraft({ lineItems: [{ description: 'More', quantity: 1, unitPrice: '300.00' }] })
  expect((await deduct(second.id, deposit.id)).body.total).toBe('0.00')
  const third = await makeDraft()
  expect((await deduct(third.id, deposit.id)).body.total).toBe('1071.00')
  expect((await deduct(await makeDraft().then(({ id }) => id), deposit.id)).body.message).toBe(
    `All of ${deposit.invoiceNumber} is deducted or credited.`,
  )
  expect((await history(deposit.id)).deductedFrom.map(({ amount }: { amount: string }) => amount)).toEqual(['600.00', '300.00', '100.00'])
  // The deletion of an invoice frees its part, and it can't come back once that is taken.
  await app.call(ada!, 'DELETE', `/api/invoices/${second.id}`)
  await deduct(third.id, deposit.id)
  expect((await read(third.id)).total).toBe('714.00')
  const restored = await app.send(ada!, 'POST', `/api/invoices/${second.id}/restore`)
  expect([restored.status, restored.body.message]).toEqual([409, expect.stringContaining("can't be restored")])
  expect((await credit(deposit.id, { amount: '0.01' })).status).toBe(409)
})

test('a credit note for the invoice of the work gives the deposit back', async () => {
  const { draft, deposit } = await makeDeposit({ percent: '40' })
  await deduct(draft.id, deposit.id)
  await issue(draft.id)
  const { status, body } = await credit(draft.id, { reinvoice: true })
  expect([status, body.creditNote.total]).toEqual([201, '714.00'])
  expect(body.creditNote.lineItems).toMatchObject([{ kind: 'item' }, { kind: 'deposit', total: '-400.00' }])
  expect(await balances()).toEqual({ 1200: 476, 2200: -76, 2310: -400 })
  // The new draft can deduct it again, and then the note can't be voided.
  expect(await read(body.draft.id)).toMatchObject({ total: '1190.00' })
  expect((await deduct(body.draft.id, deposit.id)).body.total).toBe('714.00')
  const voided = await app.send(ada!, 'POST', `/api/credit-notes/${body.creditNote.id}/void`)
  expect([voided.status, voided.body.message]).toEqual([409, expect.stringContaining("can't be voided")])
  await issue(body.draft.id)
  expect(await balances()).toEqual({ 1200: 1190, 2200: -190, 4000: -1000 })
})

test('what was credited of a deposit is not deducted, unless the credit note was voided', async () => {
  const { draft, deposit } = await makeDeposit({ percent: '30' })
  const { body } = await credit(deposit.id)
  expect((await deduct(draft.id, deposit.id)).body.message).toBe(`All of ${deposit.invoiceNumber} is deducted or credited.`)
  await app.call(ada!, 'POST', `/api/credit-notes/${body.creditNote.id}/void`)
  expect((await deduct(draft.id, deposit.id)).body.total).toBe('833.00')
})

test('a deposit is divided by tax rate, with tax in the prices too, and leaves nothing', async () => {
  const rate = async (name: string, percent: string) =>
    (await app.call(ada!, 'POST', '/api/tax-rates', { name, components: [{ name, percent, isCompound: false }] })).id
  const [high, low] = [await rate('High', '19'), await rate('Low', '7')]
  for (const pricesIncludeTax of [false, true]) {
    const { draft, deposit } = await makeDeposit(
      { amount: '100.01' },
      {
        ...{ taxRate: 0, pricesIncludeTax, discountPercent: '10' },
        lineItems: [
          { description: 'Book', quantity: 3, unitPrice: '33.33', taxRateId: low },
          { description: 'Shelf', quantity: 7, unitPrice: '19.99', taxRateId: high },
        ],
      },
    )
    expect(deposit.lineItems.map(({ taxRateId }) => taxRateId)).toEqual([low, high])
    expect(deposit.subtotal).toBe('100.01')
    const before = await read(draft.id)
    const { body } = await deduct(draft.id, deposit.id)
    // Each tax is rounded on its own, so the sum differs by a cent at most for each rate.
    expect(Math.abs(Number(body.total) + Number(deposit.total) - Number(before.total))).toBeLessThanOrEqual(0.02)
    await issue(draft.id)
  }
  expect(await balances()).not.toHaveProperty('2310')
  const health = await app.database.atOneMoment(ada!.userId, async (db) => checkLedger(db, await getUserToday(db, new Date()), entities))
  expect(health.checks.filter(({ wrong }) => wrong > 0)).toEqual([])
})

describe('what cannot be done is refused with the way out', () => {
  test('bad input names the field', async () => {
    const { id } = await makeDraft()
    for (const [body, path, message] of [
      [{}, 'percent', 'Enter the deposit as a percentage or as an amount'],
      [{ percent: '30', amount: '1.00' }, 'amount', 'Enter the deposit as a percentage or as an amount'],
      [{ percent: '0' }, 'percent', 'The deposit must be more than 0'],
      [{ percent: '101' }, 'percent', 'Percent must be from 0 to 100'],
      [{ amount: '1000.01' }, 'amount', 'The deposit must be at most $1,000.00'],
      [{ amount: '-1' }, 'amount', 'Amount must be more than 0'],
      [{ amount: '1.005' }, 'amount', expect.stringContaining('Amount')],
    ] as const) {
      const { status, body: reply } = await request(id, body)
      expect([body, status, reply.issues?.[0]]).toEqual([body, 400, expect.objectContaining({ path, message })])
    }
  })

  test('a sent invoice, a deposit, a typed tax; another customer, currency or tax rate', async () => {
    const sent = await makeDraft({ status: 'sent' })
    expect((await request(sent.id, { percent: '30' })).body.message).toContain('This invoice was sent')
    const typed = await makeDraft({ taxAmount: '1.00' })
    expect((await request(typed.id, { percent: '30' })).body.message).toContain('typed by hand')
    const { deposit } = await makeDeposit({ percent: '30' })
    expect((await request(deposit.id, { percent: '30' })).body.message).toBe('This invoice asks for a deposit itself.')
    const other = await app.call(ada!, 'POST', '/api/customers', { name: 'Other' })
    for (const [over, message] of [
      [{ customerId: other.id }, 'is a deposit of another customer.'],
      [{ currency: 'EUR' }, 'is in USD, this invoice in EUR.'],
      [{ taxRate: 7 }, 'has 19% tax, this invoice 7%.'],
      [{ pricesIncludeTax: true }, 'have no tax in them'],
    ] as const) {
      const { status, body } = await deduct((await makeDraft(over)).id, deposit.id)
      expect([status, body.message]).toEqual([409, expect.stringContaining(message)])
    }
    expect((await deduct(sent.id, deposit.id)).status).toBe(409)
    expect((await undo(sent.id, deposit.id)).status).toBe(409)
  })

  test('a visitor, a stranger, and what does not exist', async () => {
    const { draft, deposit } = await makeDeposit({ percent: '30' })
    for (const [who, status] of [
      [null, 401],
      [bob!, 404],
    ] as const) {
      expect((await request(draft.id, { percent: '30' }, who)).status).toBe(status)
      expect((await deduct(draft.id, deposit.id, who)).status).toBe(status)
      expect((await undo(draft.id, deposit.id, who)).status).toBe(status)
    }
    for (const id of [draft.id, 999_999_999, 'x']) expect([id, (await deduct(draft.id, id)).status]).toEqual([id, 404])
    const own = await app.call(bob!, 'POST', '/api/customers', { name: 'B' })
    const foreign = await app.call(bob!, 'POST', '/api/invoices', {
      ...{ customerId: own.id, invoiceNumber: 'B-1', issueDate: '2026-01-05', dueDate: '2030-02-04' },
      lineItems: [{ description: 'Work', quantity: 1, unitPrice: '1.00' }],
    })
    expect((await deduct(foreign.id, deposit.id, bob!)).status).toBe(404)
  })
})

test('twenty drafts that deduct one deposit at once get no more than there is of it', async () => {
  const { deposit } = await makeDeposit({ amount: '100.00' })
  const drafts = await Promise.all(
    Array.from({ length: 20 }, () => makeDraft({ lineItems: [{ description: 'Part', quantity: 1, unitPrice: '30.00' }] })),
  )
  const replies = await Promise.all(drafts.map(({ id }) => deduct(id, deposit.id)))
  expect(replies.filter(({ status }) => status === 200).length).toBe(4)
  const amounts = (await history(deposit.id)).deductedFrom.map(({ amount }: { amount: string }) => Number(amount))
  expect(amounts.toSorted()).toEqual([10, 30, 30, 30])
})
