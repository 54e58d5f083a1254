import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'

let app: TestApp
let ada: Person
let customerId: number
let invoiceId: number
let expenseId: number
beforeAll(async () => {
  app = await createTestApp()
  app.setNow(new Date('2026-06-15T12:00:00Z'))
  ada = await app.person('ada')
  const records = createRecords(app, ada)
  customerId = (await records.customer({ name: 'Émile & Fils' })).id
  const form = { customerId, status: 'sent', issueDate: '2026-03-10', dueDate: '2026-04-09', taxRate: '8.25' } as const
  invoiceId = (await records.invoice({ ...form, invoiceNumber: 'A-1' })).id
  await records.payment(invoiceId, { amount: '50.00', paymentDate: '2026-03-20' })
  expenseId = (await records.expense({ expenseDate: '2026-03-12', amount: '12.50', vendor: 'Rail' })).id
  const wrong = await records.invoice({ ...form, invoiceNumber: 'A-2', taxRate: '0' })
  await records.remove('invoices', wrong.id)
})
afterAll(() => app.close())

const get = (url: string, who: Person | null = ada) => app.send(who, 'GET', `/api/books${url}`)
const ids = async (query: string) => ((await get(`/entries?${query}`)).body as { id: number }[]).map(({ id }) => id)

test('the journal lists entries, the newest first, with their postings, what reverses what, and the page of their record', async () => {
  const { body } = await get('/entries')
  expect(body).toEqual([
    {
      ...{ id: 2, day: '2026-03-20', kind: 'payment', reference: 'A-1', name: 'Émile & Fils', description: 'Payment of A-1' },
      ...{ eventDay: null, reversesId: null, reversedById: null, postedAt: expect.any(String), path: `/invoices/${invoiceId}` },
      manualEntryId: null,
      postings: [
        { account: 1000, debit: '50.00', credit: null },
        { account: 1200, debit: null, credit: '50.00' },
      ],
    },
    expect.objectContaining({ id: 3, kind: 'expense', reference: null, name: 'Rail', path: `/expenses?open=${expenseId}` }),
    expect.objectContaining({ id: 5, description: 'Reversal: Invoice A-2', reversesId: 4, path: null }),
    expect.objectContaining({ id: 4, description: 'Invoice A-2', reversedById: 5, path: null }),
    expect.objectContaining({
      id: 1,
      postings: [
        { account: 1200, debit: '108.25', credit: null },
        { account: 4000, debit: null, credit: '100.00' },
        { account: 2200, debit: null, credit: '8.25' },
      ],
    }),
  ])
  expect((await get('/entries/4')).body).toEqual(body[3])
  expect((await get('/entries/99')).status).toBe(404)
})

test('the journal is filtered by words, type, account, days and basis, and comes in pages', async () => {
  expect(await ids('search=émile')).toEqual([2, 5, 4, 1])
  expect(await ids('search=a-1')).toEqual([2, 1])
  expect(await ids('search=50%25')).toEqual([])
  expect(await ids('kind=expense')).toEqual([3])
  expect(await ids('account=2200')).toEqual([1])
  expect(await ids('from=2026-03-12&to=2026-03-12')).toEqual([3])
  // Nothing is owed on a cash basis: only what was paid.
  expect(await ids('basis=cash')).toEqual([2, 3])
  expect(await ids('basis=cash&account=1200')).toEqual([])
  const first = await get('/entries?limit=2')
  const rest = await ids(`after=${first.headers['x-next-cursor']}`)
  expect([...first.body.map(({ id }: { id: number }) => id), ...rest]).toEqual([2, 3, 5, 4, 1])
})

test('an account has its entries with a running balance, on the side where it grows', async () => {
  const { body } = await get('/accounts/1200')
  expect([body.opening, body.closing]).toEqual(['0.00', '58.25'])
  expect(body.rows.map(({ entryId, debit, credit, balance }: Record<string, string>) => [entryId, debit, credit, balance])).toEqual([
    [1, '108.25', null, '108.25'],
    [4, '100.00', null, '208.25'],
    [5, null, '100.00', '108.25'],
    [2, null, '50.00', '58.25'],
  ])
  const part = (await get('/accounts/1200?from=2026-03-15&to=2026-03-31')).body
  expect([part.opening, part.rows.length, part.rows[0].balance, part.closing]).toEqual(['108.25', 1, '58.25', '58.25'])
  const page = (await get('/accounts/1200?limit=3')).body
  const next = (await get(`/accounts/1200?limit=3&after=${page.next}`)).body
  expect([page.rows.length, next.rows.length, next.rows[0].balance, next.next]).toEqual([3, 1, '58.25', null])
  expect((await get('/accounts/4000')).body).toMatchObject({ closing: '100.00' })
  expect((await get('/accounts/4000?basis=cash')).body).toMatchObject({ closing: '46.19' })
  expect((await get('/accounts/4001')).status).toBe(404)
})

test('the balances of all accounts at a day are equal in debit and credit, before and after a closing', async () => {
  const accounts = async (query: string) => (await get(`/balances?${query}`)).body.accounts
  const march = [
    { number: 1000, debit: '37.50', credit: null },
    { number: 1200, debit: '58.25', credit: null },
    { number: 2200, debit: null, credit: '8.25' },
    { number: 4000, debit: null, credit: '100.00' },
    { number: 6110, debit: '12.50', credit: null },
  ]
  expect(await accounts('day=2026-03-31')).toEqual(march)
  expect(await accounts('day=2026-03-10')).toEqual([
    { number: 1200, debit: '108.25', credit: null },
    { number: 2200, debit: null, credit: '8.25' },
    { number: 4000, debit: null, credit: '100.00' },
  ])
  expect(await accounts('day=2026-03-31&basis=cash')).toEqual([
    { number: 1000, debit: '37.50', credit: null },
    { number: 2200, debit: null, credit: '3.81' },
    { number: 4000, debit: null, credit: '46.19' },
    { number: 6110, debit: '12.50', credit: null },
  ])
  const { id } = await app.call(ada, 'POST', '/api/books/closings', { throughDay: '2026-03-31' })
  expect(await accounts('day=2026-03-31')).toEqual(march)
  expect(await accounts('day=2026-06-15')).toEqual(march)
  expect((await get('/accounts/1200?from=2026-04-01')).body).toMatchObject({ opening: '58.25', closing: '58.25', rows: [] })
  await app.call(ada, 'POST', `/api/books/closings/${id}/reopen`, { reason: 'Only a test' })
})

test('an opening balance is owed, shows in receivables and statement, is no sale, and is paid as an invoice is', async () => {
  const bob = await app.person('bob')
  const { id: customer } = await app.call(bob, 'POST', '/api/customers', { name: 'Old Ltd' })
  const input = { customerId: customer, amount: '250.00', day: '2026-01-01', dueDate: '2025-12-15' }
  const made = await app.call(bob, 'POST', '/api/books/opening-balances', input)
  expect(made).toEqual({
    ...{ id: expect.any(Number), invoiceNumber: 'OB-0001', customerId: customer, customerName: 'Old Ltd', day: '2026-01-01' },
    ...{ dueDate: '2025-12-15', amount: '250.00', taxAmount: '0.00', balanceDue: '250.00', currency: 'USD', exchangeRate: '1' },
  })
  // Entered twice.
  expect(await app.send(bob, 'POST', '/api/books/opening-balances', input)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('is there already for this customer: OB-0001'), issues: [{ path: 'reference' }] },
  })
  expect((await app.call(bob, 'POST', '/api/books/opening-balances', { ...input, reference: 'OLD-7' })).invoiceNumber).toBe('OLD-7')
  expect(await app.send(bob, 'POST', '/api/books/opening-balances', { ...input, reference: 'OLD-7' })).toMatchObject({
    status: 409,
    body: { message: 'The invoice number OLD-7 is taken already' },
  })
  expect(
    (await app.call(bob, 'GET', '/api/books/opening-balances')).map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber),
  ).toEqual(['OLD-7', 'OB-0001'])
  await app.call(bob, 'POST', `/api/invoices/${made.id}/payments`, { amount: '100.00', paymentDate: '2026-02-01', paymentMethod: 'Cash' })
  const accounts = async (basis: string) => (await app.call(bob, 'GET', `/api/books/balances?day=2026-06-15&basis=${basis}`)).accounts
  expect(await accounts('accrual')).toEqual([
    { number: 1000, debit: '100.00', credit: null },
    { number: 1200, debit: '400.00', credit: null },
    { number: 3900, debit: null, credit: '500.00' },
  ])
  // On a cash basis it is income when it is paid.
  expect(await accounts('cash')).toEqual([
    { number: 1000, debit: '100.00', credit: null },
    { number: 4000, debit: null, credit: '100.00' },
  ])
  const report = async (query: string) => app.call(bob, 'GET', `/api/reports?from=2026-01-01&to=2026-06-30&${query}` as '/api/reports')
  expect((await report('type=receivables')).headline[0]).toMatchObject({ amount: '400.00' })
  const statement = await report(`type=statement&customerId=${customer}`)
  expect(statement.table.rows.map(({ cells }) => [cells[1]!.text, cells[4]!.amount])).toEqual([
    ['Opening balance', '0.00'],
    ['Opening balance OB-0001, due Dec 15, 2025', '250.00'],
    ['Opening balance OLD-7, due Dec 15, 2025', '500.00'],
    ['Payment for OB-0001 (Cash)', '400.00'],
    ['Closing balance', '400.00'],
  ])
  expect((await report('type=profit-loss')).headline[1]).toMatchObject({ label: 'Income', amount: '0.00' })
  expect((await report('type=invoice')).headline[1]).toMatchObject({ label: 'Invoices issued', count: 0 })
  expect(await app.call(bob, 'GET', `/api/customers/${customer}/figures`)).toMatchObject({ balanceDue: '400.00', overdue: '400.00' })
})

test('visitors get nothing, strangers nothing of others, and wrong input is refused with the field', async () => {
  const eve = await app.person('eve')
  for (const url of ['/entries', '/entries/1', '/accounts/1200', '/balances?day=2026-03-31', '/closings', '/opening-balances'])
    expect([url, (await get(url, null)).status]).toEqual([url, 401])
  expect((await get('/entries', eve)).body).toEqual([])
  expect((await get('/entries/1', eve)).status).toBe(404)
  expect((await get('/accounts/1200', eve)).body).toMatchObject({ opening: '0.00', closing: '0.00', rows: [] })
  expect((await get('/balances?day=2026-03-31', eve)).body).toEqual({ accounts: [] })
  expect(
    (await app.send(eve, 'POST', '/api/books/opening-balances', { customerId, amount: '1.00', day: '2026-01-01', dueDate: '2026-01-01' }))
      .status,
  ).toBe(404)
  for (const [url, path] of [
    ['/entries?kind=invoices', 'kind'],
    ['/entries?account=9999', 'account'],
    ['/entries?from=2026-02-30', 'from'],
    ['/entries?from=2026-03-01&to=2026-02-01', 'to'],
    ['/balances', 'day'],
    ['/closings/preview', 'throughDay'],
    ['/accounts/1200?basis=both', 'basis'],
  ] as const)
    expect(await get(url)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
  for (const url of ['/entries?after=x', '/accounts/1200?after=x', '/opening-balances?after=x']) expect((await get(url)).status).toBe(400)
  for (const [body, path] of [
    [{ customerId, amount: '0.00', day: '2026-01-01', dueDate: '2026-01-01' }, 'amount'],
    [{ customerId, amount: '1.00', day: '2026-01-01' }, 'dueDate'],
    [{ amount: '1.00', day: '2026-01-01', dueDate: '2026-01-01' }, 'customerId'],
  ] as const)
    expect(await app.send(ada, 'POST', '/api/books/opening-balances', body)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
})
