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
  customerId = (await app.send(ada!, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).body.id
})

const makeInvoice = async (unitPrice: string, over: object = {}) =>
  (
    await app.send(ada!, 'POST', '/api/invoices', {
      ...{ customerId, invoiceNumber: `INV-${++count}`, issueDate: '2026-01-05', dueDate: '2030-02-04', status: 'sent' },
      lineItems: [{ description: 'Design', quantity: 1, unitPrice }],
      ...over,
    })
  ).body
const pay = (amount: string, over: object = {}, who: Person | null = ada!, headers: Record<string, string> = {}) =>
  app.send(
    who,
    'POST',
    `/api/customers/${customerId}/payments`,
    { amount, paymentDate: '2026-02-10', paymentMethod: 'Bank transfer', ...over },
    headers,
  )
const undo = (id: number | null, who: Person | null = ada!) => app.send(who, 'DELETE', `/api/customers/${customerId}/payments/${id}`)
const read = async ({ id }: { id: number }) => (await app.send(ada!, 'GET', `/api/invoices/${id}`)).body
const listPayments = async ({ id }: { id: number }) => (await app.send(ada!, 'GET', `/api/invoices/${id}/history`)).body.payments
const listCredit = async () => (await app.send(ada!, 'GET', `/api/customers/${customerId}/credit`)).body
const findings = async () => (await app.send(ada!, 'GET', '/api/books/health')).body.findings
const issuesOf = ({ status, body }: { status: number; body: { issues?: { path: string; message: string }[]; message: string } }) => [
  status,
  body.issues?.[0]?.path,
  body.message,
]

test('a transfer pays the open invoices, those first that are due first, and what is left is credit', async () => {
  const late = await makeInvoice('150.00', { dueDate: '2030-03-01' })
  const early = await makeInvoice('100.00', { dueDate: '2030-02-01' })
  const draft = await makeInvoice('70.00', { status: 'draft' })
  const { status, body } = await pay('300.00', { notes: 'RF18 5390' })
  const part = (invoice: { id: number; invoiceNumber: string }, amount: string) => ({
    ...{ id: expect.any(Number), amount, balanceDue: '0.00', creditNoteId: null },
    invoice: { id: invoice.id, invoiceNumber: invoice.invoiceNumber },
  })
  expect([status, body]).toEqual([
    201,
    { transferId: body.payments[0].id, currency: 'USD', payments: [part(early, '100.00'), part(late, '200.00')], credit: '50.00' },
  ])
  expect((await read(early)).status).toBe('paid')
  expect(await read(late)).toMatchObject({ status: 'paid', amountPaid: '200.00' })
  expect((await read(draft)).status).toBe('draft')
  const [payment] = await listPayments(early)
  expect(payment).toMatchObject({
    ...{ amount: '100.00', paymentDate: '2026-02-10', paymentMethod: 'Bank transfer', notes: 'RF18 5390' },
    transfer: { id: body.transferId, amount: '300.00' },
  })
  expect(await listCredit()).toEqual([{ source: { id: late.id, invoiceNumber: late.invoiceNumber }, amount: '50.00', currency: 'USD' }])
  expect(await findings()).toEqual([])
})

test('it is undone as a whole, and in part', async () => {
  const [one, two] = [await makeInvoice('100.00'), await makeInvoice('150.00')]
  const { body } = await pay('250.00')
  await app.send(ada!, 'DELETE', `/api/invoices/${one.id}/payments/${body.payments[0].id}`)
  expect([(await read(one)).balanceDue, (await read(two)).balanceDue]).toEqual(['100.00', '0.00'])
  expect((await listPayments(two))[0].transfer).toEqual({ id: body.transferId, amount: '150.00' })
  expect((await undo(body.transferId)).status).toBe(204)
  expect([(await read(one)).balanceDue, (await read(two)).balanceDue]).toEqual(['100.00', '150.00'])
  expect((await undo(body.transferId)).status).toBe(404)
  expect(await findings()).toEqual([])
})

test('an amount for each invoice, in the order in which they are named', async () => {
  const [one, two] = [await makeInvoice('100.00'), await makeInvoice('150.00')]
  const { status, body } = await pay('160.00', {
    invoices: [
      { invoiceId: two.id, amount: '120.00' },
      { invoiceId: one.id, amount: '40.00' },
    ],
  })
  expect([status, body.message, body.credit]).toEqual([201, undefined, '0.00'])
  expect([(await read(one)).balanceDue, (await read(two)).balanceDue]).toEqual(['60.00', '30.00'])
  expect(await findings()).toEqual([])
})

test('a payment before any invoice is credit of the customer, which pays the next one', async () => {
  const { status, body } = await pay('80.00')
  expect([status, body.credit, body.transferId]).toEqual([201, '80.00', null])
  const [{ invoice }] = body.payments
  expect(await read(invoice)).toMatchObject({ kind: 'retainer', status: 'paid', total: '80.00', issueDate: '2026-02-10' })
  await app.call(ada!, 'POST', '/api/business-profile', { businessName: 'Ada Works', appliesCredit: true })
  const next = await makeInvoice('80.00', { issueDate: '2026-03-01' })
  expect(await read(next)).toMatchObject({ status: 'paid', settledBy: 'paid with credit', amountPaid: '0.00', creditApplied: '80.00' })
  expect(await findings()).toEqual([])
})

const keepUnassigned = async (amount: string, who = ada!) =>
  app.call(who, 'POST', '/api/books/manual-entries', {
    ...{ template: 'unassigned-money', day: '2026-02-03', amount, debitAccount: 1000, creditAccount: 2320, description: 'From M. Acme' },
  })
const listUnassigned = async (who = ada!) =>
  (await app.call(who, 'GET', '/api/books/unassigned-money')).map(({ day, amount, description }) => [day, amount, description])
/** Of the journal: Bank, and Unassigned Money. */
const readMoney = async () => {
  const { accounts } = await app.call(ada!, 'GET', '/api/books/balances?basis=accrual&day=2026-06-30')
  const of = (wanted: number) => accounts.find(({ number }) => number === wanted)
  return [of(1000)?.debit ?? '0.00', of(2320)?.credit ?? '0.00']
}

test('money that could not be placed becomes a payment later, and is in the bank once; a part that is undone is unassigned again', async () => {
  const { id: unassignedEntryId } = await keepUnassigned('250.00')
  expect(await readMoney()).toEqual(['250.00', '250.00'])
  const [one, two] = [await makeInvoice('100.00'), await makeInvoice('150.00')]
  expect(issuesOf(await pay('240.00', { unassignedEntryId }))).toEqual([400, 'amount', 'Amount must be what came, $250.00'])
  expect(await listUnassigned()).toEqual([['2026-02-03', '250.00', 'From M. Acme']])
  const both = await Promise.all([pay('250.00', { unassignedEntryId }), pay('250.00', { unassignedEntryId })])
  const { body } = both.find(({ status }) => status === 201)!
  expect(issuesOf(both.find(({ status }) => status !== 201)!)).toEqual([
    ...[400, 'unassignedEntryId', 'This money is a payment already, or was undone: choose another one'],
  ])
  expect([await readMoney(), await listUnassigned()]).toEqual([['250.00', '0.00'], []])
  await app.send(ada!, 'DELETE', `/api/invoices/${one.id}/payments/${body.payments[0].id}`)
  expect([await readMoney(), await listUnassigned()]).toEqual([['250.00', '100.00'], [['2026-02-03', '100.00', 'From M. Acme']]])
  await undo(body.transferId)
  expect([await readMoney(), (await listUnassigned()).length]).toEqual([['250.00', '250.00'], 2])
  expect([(await read(one)).balanceDue, (await read(two)).balanceDue]).toEqual(['100.00', '150.00'])
  expect(await findings()).toEqual([])
})

test('unassigned money of a closed month pays in the next one, in another currency by what came, and never a stranger’s', async () => {
  const { id: unassignedEntryId } = await keepUnassigned('110.00')
  await makeInvoice('100.00', { currency: 'EUR', exchangeRate: '1.05' })
  await app.call(ada!, 'POST', '/api/books/closings', { throughDay: '2026-02-28' })
  const euros = { unassignedEntryId, paymentDate: '2026-03-02' }
  const mine = await app.send(bob!, 'POST', '/api/customers', { name: 'Eve' })
  const theirs = { amount: '110.00', paymentDate: '2026-03-02', paymentMethod: 'Cash', unassignedEntryId }
  expect((await app.send(bob!, 'POST', `/api/customers/${mine.body.id}/payments`, theirs)).status).toBe(400)
  const invoices = [{ invoiceId: (await app.call(ada!, 'GET', '/api/invoices'))[0]!.id, amount: '100.00' }]
  expect(issuesOf(await pay('100.00', { ...euros, invoices, homeAmount: '109.00' }))).toEqual([
    ...[400, 'homeAmount', 'Amount in your currency must be what came, $110.00'],
  ])
  const { status, body } = await pay('100.00', { ...euros, invoices, homeAmount: '110.00' })
  expect([status, await readMoney()]).toEqual([201, ['110.00', '0.00']])
  await app.send(ada!, 'DELETE', `/api/invoices/${invoices[0]!.invoiceId}/payments/${body.payments[0].id}`)
  expect([await readMoney(), await listUnassigned()]).toEqual([['110.00', '110.00'], [['2026-02-03', '110.00', 'From M. Acme']]])
  expect(await findings()).toEqual([])
})

test('all of it can be kept as credit, also while something is due', async () => {
  const open = await makeInvoice('100.00')
  const { body } = await pay('80.00', { invoices: [] })
  expect([body.credit, (await read(open)).balanceDue]).toEqual(['80.00', '100.00'])
})

test('in another currency the parts are worth what was received', async () => {
  await app.send(ada!, 'PUT', `/api/customers/${customerId}`, { name: 'Acme', currency: 'EUR', version: 1 })
  const make = (unitPrice: string) => makeInvoice(unitPrice, { currency: 'EUR', exchangeRate: '1.1' })
  const [one, two, three] = [await make('100.00'), await make('100.00'), await make('100.00')]
  const { status, body } = await pay('300.00', { homeAmount: '310.01' })
  expect([status, body.credit]).toEqual([201, '0.00'])
  const values = await Promise.all([one, two, three].map(async (invoice) => (await listPayments(invoice))[0].homeAmount))
  // A third is 103.3366.., and the sums of one, two and three of them are 103.34, 206.67 and 310.01.
  expect(values).toEqual(['103.34', '103.33', '103.34'])
  // Before any invoice: no rate is known but what the money was worth.
  const advance = await pay('50.00', { homeAmount: '52.50' })
  expect([advance.status, advance.body.credit]).toEqual([201, '50.00'])
  expect(await read(advance.body.payments[0].invoice)).toMatchObject({ exchangeRate: '1.05', homeTotal: '52.50' })
  expect(await findings()).toEqual([])
})

test('what does not fit is refused at its field, and nothing is stored', async () => {
  const [one, two] = [await makeInvoice('100.00'), await makeInvoice('150.00')]
  const draft = await makeInvoice('70.00', { status: 'draft' })
  const euro = await makeInvoice('70.00', { currency: 'EUR', exchangeRate: '1.1' })
  const part = (invoice: { id: number }, amount = '10.00') => ({ invoiceId: invoice.id, amount })
  expect(issuesOf(await pay('100.00', { invoices: [part(one, '100.01')] }))).toEqual([
    400,
    'invoices.0.amount',
    `Amount must be at most the balance due of ${one.invoiceNumber}, $100.00`,
  ])
  expect(issuesOf(await pay('30.00', { invoices: [part(one, '20.00'), part(two, '20.00')] }))).toEqual([
    400,
    'amount',
    'Amount must be at least that of the invoices, $40.00',
  ])
  expect(issuesOf(await pay('50.00', { invoices: [part(one, '20.00'), part(two, '20.00')] }))).toEqual([
    400,
    'amount',
    '$10.00 is left: enter it at an invoice, or pay one in full, so that it can be credit',
  ])
  expect(issuesOf(await pay('50.00', { invoices: [part(one), part(draft)] }))).toEqual([
    400,
    'invoices.1.invoiceId',
    `${draft.invoiceNumber} is a draft: send it first`,
  ])
  expect(issuesOf(await pay('50.00', { invoices: [part(one), part(one)] }))).toEqual([
    400,
    'invoices.1.invoiceId',
    'Name each invoice once',
  ])
  expect(issuesOf(await pay('50.00', { invoices: [part(one), part(euro)] }))).toEqual([
    400,
    'invoices.1.invoiceId',
    'Choose invoices in one currency',
  ])
  const other = (await app.send(ada!, 'POST', '/api/customers', { name: 'Globex' })).body.id
  const foreign = await makeInvoice('70.00', { customerId: other })
  expect(issuesOf(await pay('50.00', { invoices: [part(one), part(foreign)] }))).toEqual([
    400,
    'invoices.1.invoiceId',
    'Choose invoices of this customer',
  ])
  expect(issuesOf(await pay('50.00', { paymentDate: '2999-01-01' }))[1]).toBe('paymentDate')
  expect((await pay('50.00', {}, bob!)).status).toBe(404)
  expect(await Promise.all([one, two].map(listPayments))).toEqual([[], []])
})

test('a repeated request records it once, and two at once never pay an invoice twice', async () => {
  const [one, two] = [await makeInvoice('100.00'), await makeInvoice('150.00')]
  const key = { 'idempotency-key': 'transfer-1' }
  const [first, again] = [await pay('120.00', {}, ada!, key), await pay('120.00', {}, ada!, key)]
  expect(again.body).toEqual(first.body)
  const replies = await Promise.all([1, 2, 3].map(() => pay('130.00', { invoices: [{ invoiceId: two.id, amount: '130.00' }] })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400].toSorted())
  expect([(await read(one)).balanceDue, (await read(two)).balanceDue]).toEqual(['0.00', '0.00'])
  expect(await findings()).toEqual([])
})

test('credit is applied on a day of its own: not before it came or the invoice was issued', async () => {
  const source = await makeInvoice('100.00')
  const payment = { amount: '160.00', paymentDate: '2026-02-01', paymentMethod: 'Cash' }
  await app.send(ada!, 'POST', `/api/invoices/${source.id}/payments`, payment)
  const target = await makeInvoice('100.00', { issueDate: '2026-01-20' })
  const apply = (day: string) => app.send(ada!, 'POST', `/api/invoices/${target.id}/credit-applications`, { amount: '60.00', day })
  expect(issuesOf(await apply('2026-01-19'))).toEqual([400, 'day', 'Day must not be before the issue date of the invoice, Jan 20, 2026'])
  const early = `Day must not be before Feb 01, 2026, when the credit of ${source.invoiceNumber} came`
  expect(issuesOf(await apply('2026-01-31'))).toEqual([400, 'day', early])
  expect(issuesOf(await apply('2999-01-01'))[1]).toBe('day')
  const { status, body } = await apply('2026-02-03')
  expect([status, body.creditApplications[0].day]).toEqual([201, '2026-02-03'])
  const { body: entries } = await app.send(ada!, 'GET', '/api/books/entries?from=2026-02-03&to=2026-02-03')
  expect(entries.map(({ description }: { description: string }) => description)).toContain(`Credit applied to ${target.invoiceNumber}`)
  expect(await findings()).toEqual([])
})
