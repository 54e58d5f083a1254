import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { DayKind } from '#shared/day-limits.ts'

// Which days each call takes. Bodies are checked before records are looked up, so none of these exists.

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
  ada = await app.person('ada')
  // There it is the 16th, and in UTC the 15th.
  await app.sql("update users set chosen_time_zone = 'Pacific/Auckland', subscription_status = 'active'")
  app.setNow(new Date('2026-06-15T20:00:00Z'))
})
afterAll(() => app.close())

const line = { description: 'Work', quantity: '1', unitPrice: '100.00' }
const dates = { issueDate: '2026-06-15', dueDate: '2026-07-15', expiryDate: '2026-07-15' }
const { expiryDate: _, ...ofInvoice } = dates
const { dueDate: __, ...ofEstimate } = dates
const document = { customerId: 1, lineItems: [line] }
const invoice = { ...document, ...ofInvoice, invoiceNumber: 'I-1' }
const estimate = { ...document, ...ofEstimate, estimateNumber: 'E-1' }
const recurring = {
  ...{ customerId: 1, startDay: '2026-07-15', frequency: 'monthly', timeZone: 'UTC', dueDays: 14, sendsInvoices: false },
  content: { lineItems: [line] },
}
const expense = { description: 'Train', category: 'Travel', amount: '1.00', expenseDate: '2026-06-15' }
const opening = { customerId: 1, amount: '1.00', day: '2026-06-15', dueDate: '2026-06-15' }
const sendLater = { day: '2026-06-17', time: '08:00', timeZone: 'UTC' }
const lateFee = { kind: 'amount', amount: '5.00', graceDays: 1, repeats: 'once', isAutomatic: false }
const row = (values: object) => ({ rows: [{ line: 2, values }], skipExisting: false })

type Call = [method: 'POST' | 'PUT', path: string, field: string, kind: DayKind, body: (day: string) => object]
const calls: Call[] = [
  ['POST', '/api/invoices/1/payments', 'paymentDate', 'money', (paymentDate) => ({ amount: '1.00', paymentMethod: 'Cash', paymentDate })],
  ['POST', '/api/invoices/1/write-offs', 'day', 'money', (day) => ({ day })],
  ['POST', '/api/credit-notes/1/refunds', 'day', 'money', (day) => ({ day, paymentMethod: 'Cash' })],
  ['POST', '/api/expenses', 'expenseDate', 'money', (expenseDate) => ({ ...expense, expenseDate })],
  ['PUT', '/api/expenses/1', 'expenseDate', 'money', (expenseDate) => ({ ...expense, expenseDate })],
  ['POST', '/api/expenses/import', 'rows.0.expenseDate', 'money', (day) => row({ ...expense, expenseDate: day })],
  ['POST', '/api/books/closings', 'throughDay', 'money', (throughDay) => ({ throughDay })],
  ['POST', '/api/books/opening-balances', 'day', 'money', (day) => ({ ...opening, day })],
  ['POST', '/api/books/opening-balances', 'dueDate', 'document', (dueDate) => ({ ...opening, dueDate })],
  [
    'POST',
    '/api/books/opening-balances/import',
    'rows.0.day',
    'money',
    (day) => row({ customer: 'A', amount: '1.00', dueDate: '2026-06-15', day }),
  ],
  [
    'POST',
    '/api/books/opening-balances/import',
    'rows.0.dueDate',
    'document',
    (dueDate) => row({ customer: 'A', amount: '1.00', dueDate }),
  ],
  ['POST', '/api/invoices', 'issueDate', 'document', (issueDate) => ({ ...invoice, issueDate })],
  ['POST', '/api/invoices', 'dueDate', 'document', (dueDate) => ({ ...invoice, dueDate })],
  ['POST', '/api/invoices', 'deliveryDate', 'document', (deliveryDate) => ({ ...invoice, deliveryDate })],
  ['PUT', '/api/invoices/1', 'issueDate', 'document', (issueDate) => ({ ...invoice, issueDate })],
  ['PUT', '/api/invoices/1', 'dueDate', 'document', (dueDate) => ({ ...invoice, dueDate })],
  [
    'PUT',
    '/api/invoices/1/instalments',
    'instalments.0.dueDate',
    'document',
    (dueDate) => ({ instalments: [{ dueDate }, { dueDate: '2026-07-15' }] }),
  ],
  ['PUT', '/api/invoices/1/scheduled-send', 'day', 'document', (day) => ({ ...sendLater, day })],
  ['POST', '/api/estimates', 'issueDate', 'document', (issueDate) => ({ ...estimate, issueDate })],
  ['POST', '/api/estimates', 'expiryDate', 'document', (expiryDate) => ({ ...estimate, expiryDate })],
  ['PUT', '/api/estimates/1', 'expiryDate', 'document', (expiryDate) => ({ ...estimate, expiryDate })],
  ['POST', '/api/credit-notes', 'issueDate', 'money', (issueDate) => ({ invoiceId: 1, amount: '1.00', issueDate })],
  ['POST', '/api/recurring-invoices', 'startDay', 'document', (startDay) => ({ ...recurring, startDay })],
  ['POST', '/api/recurring-invoices', 'untilDay', 'document', (untilDay) => ({ ...recurring, untilDay })],
  ['PUT', '/api/recurring-invoices/1', 'contentFrom', 'document', (contentFrom) => ({ ...recurring, contentFrom })],
  ['PUT', '/api/late-fee-rule', 'validFrom', 'document', (validFrom) => ({ ...lateFee, validFrom })],
]

/** What is said of the field; null when nothing is. */
const findMessage = async ([method, path, field, , body]: Call, day: string): Promise<[number, string] | null> => {
  const { status, body: reply } = await app.send(ada, method, path as never, body(day))
  const issues = (reply as { issues?: { path: string; message: string }[] } | undefined)?.issues ?? []
  const found = issues.find((issue) => issue.path === field)
  return found ? [status, found.message.replace(/^[A-Z][a-z]+( [a-z]+)* must/, 'It must')] : null
}

test.each(calls)('%s %s takes %s only as a day of %s', async (...call) => {
  const [, , , kind] = call
  const tooEarly = [400, 'It must not be before Jan 01, 1990: check the year']
  const tooLate =
    kind === 'money'
      ? [400, 'It must not be after today, Jun 16, 2026']
      : [400, 'It must be at most five years ahead, until Jun 16, 2031: check the year']
  const [last, next] = kind === 'money' ? ['2026-06-16', '2026-06-17'] : ['2031-06-16', '2031-06-17']
  expect(await findMessage(call, '1989-12-31')).toEqual(tooEarly)
  expect(await findMessage(call, '9999-12-31')).toEqual(tooLate)
  expect(await findMessage(call, next)).toEqual(tooLate)
  for (const text of ['1990-01-01', last]) expect((await findMessage(call, text))?.[1] ?? '').not.toMatch(/1990|today|five years/)
})

test('nothing was stored', async () => {
  const stored = await app.sql<{ count: number }>(
    `select (select count(*) from documents) + (select count(*) from payments) + (select count(*) from expenses where expense_date > '2026-06-16') as count`,
  )
  expect(Number(stored[0]!.count)).toBe(0)
})
