import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const content = (unitPrice: string, over: object = {}) => ({
  ...{ customerId, invoiceNumber: 'x', drawNumber: true, issueDate: '2026-01-05', dueDate: '2026-02-04', status: 'sent' },
  lineItems: [{ description: 'Retainer', quantity: 1, unitPrice }],
  ...over,
})
const create = (body: object, who: Person | null = ada!) => app.send(who, 'POST', '/api/invoices', body)
const makeRetainer = async (unitPrice: string, over: object = {}) =>
  (await app.call(ada!, 'POST', '/api/invoices', content(unitPrice, { kind: 'retainer', ...over }))) as {
    id: number
    invoiceNumber: string
  }
const makeInvoice = async (unitPrice: string, over: object = {}) =>
  (await app.call(ada!, 'POST', '/api/invoices', content(unitPrice, over))) as { id: number; invoiceNumber: string }
const pay = (id: number, amount: string, over: object = {}) =>
  app.call(ada!, 'POST', `/api/invoices/${id}/payments`, { amount, paymentDate: '2026-01-10', paymentMethod: 'Cash', ...over })
const apply = (id: number, body: object = {}) => app.send(ada!, 'POST', `/api/invoices/${id}/credit-applications`, body)
const read = (id: number) => app.call(ada!, 'GET', `/api/invoices/${id}`)
const credit = () => app.call(ada!, 'GET', `/api/customers/${customerId}/credit`)
const figures = () => app.call(ada!, 'GET', `/api/customers/${customerId}/figures`)
/** The balances of the accounts that have one: debits are positive. */
const balances = async (basis = 'accrual') => {
  const { accounts } = await app.call(ada!, 'GET', `/api/books/balances?day=2030-12-31&basis=${basis}`)
  return Object.fromEntries(
    accounts
      .map(({ number, debit, credit: of }) => [number, Number(debit ?? 0) - Number(of ?? 0)] as const)
      .filter(([, amount]) => amount !== 0),
  )
}
const expectHealthy = async () => expect((await app.call(ada!, 'GET', '/api/books/health')).findings).toEqual([])
const refusal = async (reply: Promise<{ status: number; body: { message?: string } }>) => {
  const { status, body } = await reply
  return [status, body.message]
}

test('a retainer is no sale: what is paid of it is credit, which settles later invoices, and it stays paid', async () => {
  const { status, body: retainer } = await create(content('500.00', { kind: 'retainer' }))
  expect([status, retainer]).toEqual([
    201,
    expect.objectContaining({ kind: 'retainer', status: 'overdue', total: '500.00', taxAmount: '0.00', balanceDue: '500.00' }),
  ])
  expect([await balances(), await credit()]).toEqual([{}, []])
  expect(await figures()).toMatchObject({ invoiced: '0.00', balanceDue: '0.00', overdue: '0.00' })

  await pay(retainer.id, '200.00')
  expect([(await read(retainer.id)).balanceDue, await balances()]).toEqual(['300.00', { 1000: 200, 2300: -200 }])
  await pay(retainer.id, '300.00')
  expect(await read(retainer.id)).toMatchObject({ status: 'paid', balanceDue: '0.00', settledBy: null, paymentAttention: null })
  const source = { id: retainer.id, invoiceNumber: retainer.invoiceNumber }
  expect(await credit()).toEqual([{ source, amount: '500.00', currency: 'USD' }])

  const work = await makeInvoice('300.00', { taxRate: 10 })
  expect((await apply(work.id)).body).toMatchObject({ balanceDue: '0.00', creditApplications: [{ source, amount: '330.00' }] })
  expect(await read(work.id)).toMatchObject({ status: 'paid', creditApplied: '330.00', settledBy: 'paid with credit' })
  expect(await read(retainer.id)).toMatchObject({ status: 'paid', balanceDue: '0.00', creditApplied: '-330.00', settledBy: null })
  expect(await credit()).toEqual([{ source, amount: '170.00', currency: 'USD' }])
  expect(await balances()).toEqual({ 1000: 500, 2300: -170, 4000: -300, 2200: -30 })
  // On a cash basis the money is income once it is used.
  expect(await balances('cash')).toEqual({ 1000: 500, 2300: -170, 4000: -300, 2200: -30 })
  expect(await figures()).toMatchObject({ invoiced: '330.00', paid: '500.00', balanceDue: '0.00', credit: '170.00' })
  await expectHealthy()
})

test('what is used of a retainer stays with it: it is not refunded, undone, deleted or made a draft; the rest is given back', async () => {
  const retainer = await makeRetainer('500.00')
  await pay(retainer.id, '500.00')
  const work = await makeInvoice('330.00')
  expect((await apply(work.id)).status).toBe(201)
  const what = `$330.00 of credit was applied from ${retainer.invoiceNumber} to ${work.invoiceNumber}, so`
  const out = `Undo that first, on ${work.invoiceNumber}.`
  const [paid] = (await app.call(ada!, 'GET', `/api/invoices/${retainer.id}/history`)).payments
  const refund = (amount: string) => app.send(ada!, 'POST', `/api/invoices/${retainer.id}/payments/${paid!.id}/refund`, { amount })
  expect(await refusal(refund('171.00'))).toEqual([409, `${what} that much of it can't be refunded. ${out}`])
  expect(await refusal(app.send(ada!, 'DELETE', `/api/invoices/${retainer.id}`))).toEqual([
    409,
    `${what} the invoice can't be deleted. ${out}`,
  ])
  const { customerId: of, invoiceNumber, issueDate, dueDate, lineItems } = await read(retainer.id)
  const lines = lineItems.map(({ id, description, quantity, unitPrice }) => ({ id, description, quantity, unitPrice }))
  const draft = { customerId: of, invoiceNumber, issueDate, dueDate, lineItems: lines, status: 'draft' }
  expect((await app.send(ada!, 'PUT', `/api/invoices/${retainer.id}`, draft)).status).toBe(409)
  expect((await refund('170.00')).status).toBe(201)
  expect(await read(retainer.id)).toMatchObject({ status: 'paid', amountPaid: '330.00' })
  expect([await credit(), await balances()]).toEqual([[], { 1000: 330, 4000: -330 }])
  await expectHealthy()
})

test('twenty invoices that are settled at once share a retainer', async () => {
  const retainer = await makeRetainer('100.00')
  await pay(retainer.id, '100.00')
  const invoices = []
  for (let i = 0; i < 20; i++) invoices.push(await makeInvoice('8.00'))
  await Promise.all(invoices.map(({ id }) => apply(id)))
  const applied = (await Promise.all(invoices.map(({ id }) => read(id)))).map(({ creditApplied }) => Number(creditApplied))
  expect(applied.reduce((all, each) => all + each, 0)).toBe(100)
  expect(await credit()).toEqual([])
  await expectHealthy()
})

test('a retainer in another currency keeps its value until it is used, and the rest is an exchange difference', async () => {
  const euro = { currency: 'EUR', exchangeRate: '1.1' }
  const retainer = await makeRetainer('100.00', euro)
  await pay(retainer.id, '100.00', { homeAmount: '112.00' })
  expect(await balances()).toMatchObject({ 1000: 112, 2300: -110 })
  const work = await makeInvoice('100.00', { currency: 'EUR', exchangeRate: '1.2' })
  expect((await apply(work.id)).status).toBe(201)
  const after = await balances()
  expect([after[1000], after[2300], after[1100], after[4000]]).toEqual([112, undefined, undefined, -120])
  await expectHealthy()
})

test('tax, deposits, credit notes, write-offs and credit are refused on a retainer, with the way out', async () => {
  const tax = 'A retainer has no tax: the invoice that it is used for has it'
  const rate = await app.call(ada!, 'POST', '/api/tax-rates', { name: 'VAT', components: [{ name: 'VAT', percent: '20' }] })
  const line = { description: 'Retainer', quantity: 1, unitPrice: '100.00', taxRateId: rate.id }
  for (const [over, path] of [
    [{ taxRate: 10 }, 'taxRate'],
    [{ taxRate: 0, taxAmount: '5.00' }, 'taxAmount'],
    [{ lineItems: [line] }, 'lineItems.0.taxRateId'],
  ] as const)
    expect(await create(content('100.00', { kind: 'retainer', ...over }))).toMatchObject({
      status: 400,
      body: { message: tax, issues: [{ path }] },
    })
  expect(await create(content('100.00', { kind: 'deposit' }))).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'kind', message: "Kind must be 'standard' or 'retainer'; request a deposit on a draft" }] },
  })
  const draft = await makeRetainer('100.00', { status: 'draft' })
  expect(await refusal(app.send(ada!, 'POST', `/api/invoices/${draft.id}/deposits`, { percent: '30' }))).toEqual([
    409,
    'This invoice asks for a retainer itself.',
  ])
  const saved = await read(draft.id)
  const { invoiceNumber, issueDate, dueDate } = saved
  const edit = { customerId, invoiceNumber, issueDate, dueDate, taxRate: 10, lineItems: [{ ...line, taxRateId: null }] }
  expect(await app.send(ada!, 'PUT', `/api/invoices/${draft.id}`, edit)).toMatchObject({ status: 400, body: { message: tax } })

  const paid = await makeRetainer('50.00')
  await pay(paid.id, '50.00')
  const retainer = await makeRetainer('100.00')
  expect(await refusal(app.send(ada!, 'POST', '/api/credit-notes', { invoiceId: retainer.id }))).toEqual([
    409,
    'A retainer is no sale, so it can’t be credited. Refund its payment, or delete it if it isn’t paid.',
  ])
  expect(await refusal(app.send(ada!, 'POST', `/api/invoices/${retainer.id}/write-offs`, { day: '2026-02-01' }))).toEqual([
    409,
    'A retainer is asked for in advance, so it is no loss when it isn’t paid. Delete it instead.',
  ])
  expect(await refusal(apply(retainer.id))).toEqual([
    409,
    'What is paid of a retainer becomes credit itself, so no credit can be applied to it.',
  ])
  expect((await app.call(ada!, 'GET', `/api/invoices/${retainer.id}/history`)).availableCredit).toBe('0.00')
  // Credit that is applied to all invoices leaves it out.
  expect(await refusal(app.send(ada!, 'POST', `/api/customers/${customerId}/credit/apply`, {}))).toEqual([
    409,
    'No invoice of this customer is due.',
  ])
  expect((await app.send(ada!, 'DELETE', `/api/invoices/${retainer.id}`)).status).toBe(204)
  await expectHealthy()
})

test('an owner who wants credit applied by itself has it applied to invoices, and not to retainers', async () => {
  await app.call(ada!, 'POST', '/api/business-profile', { businessName: 'Ada Works', appliesCredit: true })
  const first = await makeRetainer('100.00')
  await pay(first.id, '100.00')
  expect(await read((await makeRetainer('40.00')).id)).toMatchObject({ creditApplied: '0.00', balanceDue: '40.00' })
  expect(await read((await makeInvoice('40.00')).id)).toMatchObject({ creditApplied: '40.00', status: 'paid' })
})

test('a visitor is asked to sign in, and a stranger’s customer does not exist', async () => {
  expect((await create(content('10.00', { kind: 'retainer' }), null)).status).toBe(401)
  expect((await create(content('10.00', { kind: 'retainer' }), bob!)).status).toBe(404)
})
