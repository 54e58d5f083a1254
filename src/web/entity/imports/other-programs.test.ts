import { expect, test } from 'vitest'
import { importFields } from '#modules/imports/fields.ts'
import type { Currency } from '#shared/currencies.ts'
import type { ImportKind } from '#shared/record-types.ts'
import { checkRows, guessTableColumns } from './check-rows.ts'
import { lists } from './other-programs.fixture.ts'
import { parseCsv } from './parse-csv.ts'
import { type ImportAnswers, planImport } from './plan-import.ts'

type Choices = Partial<ImportAnswers> & { home?: Currency; map?: Record<string, string> }

/** Reads a file as the dialog does. @param map the fields that the user chooses, by column name */
const read = async (kind: ImportKind, lines: readonly string[], { home = 'USD', map = {}, ...answers }: Choices = {}) => {
  const table = await parseCsv(lines.join('\n'))
  const guessed = guessTableColumns(kind, table).map((guess) => guess?.field ?? null)
  const chosen = new Set(Object.values(map))
  const columns = guessed.map((field, i) => map[table.headers[i]!] ?? (field !== null && chosen.has(field) ? null : field))
  const choices = { columns, dayOrder: undefined, decimalComma: undefined, costSign: undefined, otherCategory: true, ...answers }
  const { plan, ...found } = planImport(kind, table, choices, home)
  const { good, errors, leftOut } = await checkRows(plan, table)
  const name = kind === 'opening-balances' ? 'customer' : kind === 'items' ? 'name' : 'description'
  const amount = importFields[kind].find(({ type }) => type === 'amount')!.name
  return {
    ...found,
    unanswered: Object.entries(found.unanswered).flatMap(([question, isOpen]) => (isOpen ? question : [])),
    columns: Object.fromEntries(columns.flatMap((field, i) => (field ? [[field, table.headers[i]]] : []))),
    stored: good.map(({ values }) => `${values[name]} ${values[amount]}`),
    refused: errors.map(({ line, column, message }) => `${line} ${column}: ${message}`),
    leftOut: leftOut.map(({ line, column, message }) => `${line} ${column}: ${message}`),
  }
}

test('of a list of invoices the open amount is owed, once, and what is paid or void is left out', async () => {
  expect(await read('opening-balances', lists.xeroInvoices, { home: 'GBP' })).toMatchObject({
    missing: [],
    fileProblem: undefined,
    unanswered: [],
    columns: { amount: 'InvoiceAmountDue', reference: 'InvoiceNumber', dueDate: 'DueDate', day: 'InvoiceDate' },
    stored: ['Ng, Mei & Sons 350.00'],
    refused: [],
    leftOut: [
      '2 Status: “Paid”: nothing is owed',
      '3 Status: “Paid”: nothing is owed',
      '5 : This is another line of invoice INV-0024: its open amount counts once, in line 4',
      '6 Status: “Voided”: nothing is owed',
    ],
  })
})

test('an invoice keeps its currency; where its column isn’t imported, another one is refused', async () => {
  expect(await read('opening-balances', lists.xeroInvoices)).toMatchObject({
    columns: { currency: 'Currency' },
    stored: ['Ng, Mei & Sons 350.00'],
    refused: [],
  })
  expect(await read('opening-balances', lists.xeroInvoices, { map: { Currency: '' } })).toMatchObject({
    stored: [],
    refused: [4, 5].map(
      (line) => `${line} Currency: This row is in GBP, and your books are in USD. Convert its amount to USD, or skip the row`,
    ),
  })
})

const header = 'Invoice Number,Customer,Due Date,Total'
test.each([
  [
    'an amount due',
    `${header},Amount Due,Status,Currency`,
    ['7,A,2026-01-05,1200.00,0.00,Paid,USD', '8,A,2026-01-05,600.00,350.00,Sent,USD'],
    ['A 350.00'],
  ],
  ['nothing due, without a status', `${header},Amount Due`, ['7,A,2026-01-05,1200.00,0.00', '8,A,2026-01-05,600.00,350.00'], ['A 350.00']],
  ['a column called Due', `${header},Due`, ['8,A,2026-01-05,600.00,350.00'], ['A 350.00']],
  ['an unknown name for what is due', `${header},Client balance (open)`, ['8,A,2026-01-05,600.00,350.00'], ['A 350.00']],
  ['a balance', `${header},Balance`, ['8,A,2026-01-05,600.00,350.00'], ['A 350.00']],
  ['a flag', `${header},Open balance,Paid`, ['7,A,2026-01-05,600.00,350.00,yes', '8,A,2026-01-05,600.00,350.00,no'], ['A 350.00']],
  ['a draft', `${header},Open balance,State of it,Status`, ['7,A,2026-01-05,600.00,600.00,x,Draft'], []],
  [
    'a credit note',
    `${header},Open balance,Type`,
    ['7,A,2026-01-05,600.00,600.00,Credit note', '8,A,2026-01-05,5.00,5.00,Invoice'],
    ['A 5.00'],
  ],
  [
    'parts paid',
    `${header},Open balance,Status`,
    ['7,A,2026-01-05,600.00,60.00,Partially paid', '8,A,2026-01-05,5.00,5.00,Not paid'],
    ['A 60.00', 'A 5.00'],
  ],
  ['a status that no row has', `${header},Status`, ['8,A,2026-01-05,600.00,'], ['A 600.00']],
  ['only a total', header, ['8,A,2026-01-05,600.00'], ['A 600.00']],
])('a list with %s makes no debt that doesn’t exist', async (_name, first, rows, stored) => {
  const result = await read('opening-balances', [first, ...rows])
  expect([result.fileProblem, result.missing, result.stored, result.refused]).toEqual([undefined, [], stored, []])
  expect(result.stored.length + result.leftOut.length).toBe(rows.length)
})

test.each([
  ['Status', 'Paid', 'Overdue'],
  ['Amount Paid', '1200.00', '0.00'],
  ['Date Paid', '2026-01-09', ''],
  ['Payment Status', 'open', 'open'],
  ['Overdue', 'yes', 'no'],
  ['Bezahlt', 'ja', 'nein'],
])('a total is no open amount beside the column %s, which the refusal names', async (name, first, second) => {
  const rows = [`${header},${name}`, `7,A,2026-01-05,1200.00,${first}`, `8,B,2026-01-05,90.00,${second}`]
  const guessed = await read('opening-balances', rows)
  expect([guessed.missing, guessed.columns.amount]).toEqual([['Open amount'], undefined])
  expect(guessed.fileProblem).toMatch(new RegExp(`^“${name}” shows that invoices in this file may be paid or void, so a total is not`))
  const chosen = await read('opening-balances', rows, { map: { Total: 'amount' } })
  expect(chosen.fileProblem).toContain(`“${name}” shows that invoices in this file may be paid or void, so “Total” is not`)
})

test('a total is not taken by hand where an amount due is', async () => {
  const result = await read('opening-balances', [`${header},Amount Due`, '7,A,2026-01-05,1200.00,0.00'], { map: { Total: 'amount' } })
  expect(result.fileProblem).toBe('“Total” is not what is still owed: choose “Amount Due” as the open amount.')
})

test('rows of one number are one invoice, the same row again, or refused', async () => {
  const rows = ['Customer,Invoice,Due date,Open amount,Item', '7', '7', '7', '8', '8', '9', '9', '', '']
  const [first, ...numbers] = rows
  const items = ['a', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']
  const amounts = ['5.00', '5.00', '5', '5.00', '6.00', '5.00', '5.00', '5.00', '5.00']
  const customers = ['A', 'A', 'a', 'A', 'A', 'A', 'B', 'A', 'A']
  const lines = numbers.map((number, i) => `${customers[i]},${number},2026-01-05,${amounts[i]},${items[i]}`)
  const result = await read('opening-balances', [first!, ...lines])
  expect(result.stored).toEqual(['A 5.00', 'A 5.00'])
  expect(result.leftOut).toEqual([
    '3 : This is line 2 again',
    '4 : This is another line of invoice 7: its open amount counts once, in line 2',
  ])
  expect(result.refused).toEqual([
    ...[5, 6].map((line) => `${line} : Invoice 8 has different open amounts in lines 5 and 6. Keep one row with what is still owed`),
    ...[7, 8].map((line) => `${line} : Invoice 9 has different customers in lines 7 and 8. Keep one row with what is still owed`),
    '10 : This row has the customer, amount and due date of line 9. If it is another invoice, give both rows their invoice numbers',
  ])
})

test('invoices of FreshBooks make no debts and no costs: the columns that speak against it are named', async () => {
  const owed = await read('opening-balances', lists.freshbooksInvoices)
  expect([owed.missing, owed.columns]).toEqual([
    ['Open amount', 'Due date'],
    { customer: 'Client Name', reference: 'Invoice #', day: 'Date Issued', currency: 'Currency' },
  ])
  expect(owed.fileProblem).toMatch(/^“Invoice Status” and “Date Paid” show/)
  expect((await read('expenses', lists.freshbooksInvoices)).fileProblem).toMatch(
    /^“Invoice #” and “Client Name” show that this file lists invoices to your customers/,
  )
})

test('expenses in another currency are refused, and refunds keep their sign', async () => {
  expect(await read('expenses', lists.freshbooksExpenses)).toMatchObject({ unanswered: ['cost'] })
  expect(await read('expenses', lists.freshbooksExpenses, { costSign: 'positive' })).toMatchObject({
    unanswered: [],
    fileProblem: undefined,
    stored: ['Fill up 45.10', 'Refund of chair -40.00'],
    leftOut: [],
    refused: ['3 Currency: This row is in CAD, and your books are in USD. Convert its amount to USD, or skip the row'],
  })
})

test('of what PayPal lists only what was spent is a cost, or a refund where the user says so', async () => {
  const map = { Date: 'expenseDate', 'Item Title': 'description', Gross: 'amount', Name: 'vendor' }
  const costs = await read('expenses', lists.paypal, { costSign: 'negative', map })
  expect(costs).toMatchObject({ fileProblem: undefined, stored: ['Monthly plan 6.99'], refused: [] })
  expect(costs.leftOut.map((text) => text.slice(0, 2))).toEqual(['3 ', '4 ', '5 '])
  expect((await read('expenses', lists.paypal, { costSign: 'positive', map })).stored).toEqual(['Monthly plan -6.99'])
  expect((await read('opening-balances', lists.paypal)).missing).toEqual(['Due date'])
})

test('payments that Stripe collected are neither costs nor debts', async () => {
  const map = { 'Created date (UTC)': 'expenseDate' }
  expect((await read('expenses', lists.stripePayments, { map })).fileProblem).toMatch(/^“Invoice ID” and “Customer ID” show/)
  expect((await read('opening-balances', lists.stripePayments)).fileProblem).toMatch(/^“Amount Refunded”|^“Status” shows/)
})

test('money that came into a bank account is no cost', async () => {
  const ing = { Datum: 'expenseDate', Mededelingen: 'description' }
  expect(await read('expenses', lists.ing, { home: 'EUR', map: ing })).toMatchObject({
    stored: ['Toetsenbord 129.95'],
    leftOut: ['3 Af Bij: “Bij” is not money that you spent'],
  })
  expect(await read('expenses', lists.ing, { map: ing })).toMatchObject({
    stored: [],
    refused: ['2 Bedrag (EUR): This row is in EUR, and your books are in USD. Convert its amount to USD, or skip the row'],
  })
  const sparkasse = { Verwendungszweck: 'description' }
  expect(await read('expenses', lists.sparkasse, { home: 'EUR', map: sparkasse })).toMatchObject({ unanswered: ['cost'] })
  expect(await read('expenses', lists.sparkasse, { home: 'EUR', map: sparkasse, costSign: 'negative' })).toMatchObject({
    stored: ['Ihre Rechnung 36.99'],
    leftOut: ['3 Betrag: Money that you received is not a cost'],
  })
  expect(await read('expenses', lists.wave)).toMatchObject({
    stored: ['Paper 12.30'],
    leftOut: ['3 Credit Amount (Two Column Approach): “12.30” was received, so it is not a cost'],
  })
})

test.each(['€ 12.00', '12.00 CAD', '£12'])('a cost of %s is refused where the books are in dollars', async (amount) => {
  const lines = ['Description,Amount,Date', `Paper,"${amount}",2026-01-05`, 'Pens,$3.00,2026-01-05']
  expect(await read('expenses', lines)).toMatchObject({
    stored: ['Pens 3.00'],
    refused: [expect.stringMatching(/^2 Amount: This row is in/)],
  })
})

test('a currency is known by its code, name or sign, in any case', async () => {
  const lines = ['Name,Price,Currency', 'A,1,usd', 'B,2,US Dollar', 'C,3,$', 'D,4,', 'E,5,EUR - Euro', 'F,6,Euro', 'G,7,Taler']
  const { stored, refused } = await read('items', lines)
  expect(stored).toEqual(['A 1', 'B 2', 'C 3', 'D 4'])
  expect(refused).toEqual(
    [6, 7, 8].map(
      (line, i) =>
        `${line} Currency: This row is in ${['EUR', 'EUR', 'Taler'][i]}, and your books are in USD. Convert its amount to USD, or skip the row`,
    ),
  )
})

test('prices with a point before three digits are asked about, and never read as a thousandth', async () => {
  const map = { Preis: 'unitPrice' }
  expect(await read('items', lists.germanItems, { map })).toMatchObject({ unanswered: ['amount'], questions: { amount: '1.500' } })
  const answered = (decimalComma: boolean) => read('items', lists.germanItems, { map, decimalComma })
  expect(await answered(true)).toMatchObject({ unanswered: [], stored: ['Website 1500', 'Logo 1250', 'Shop 12000'] })
  expect(await answered(false)).toMatchObject({ unanswered: [], stored: ['Website 1.500', 'Logo 1.250', 'Shop 12.000'] })
})

test.each([
  ['quickbooksOpenInvoices', 'opening-balances', 'in line 4, not in the first one: Date, Transaction type, Num, Term'],
  ['quickbooksExpenses', 'expenses', 'in line 4, not in the first one: Date, Transaction type, Num, Posting'],
  ['ingGermany', 'expenses', 'in line 5, not in the first one: Buchung, Wertstellungsdatum'],
] as const)('of %s the line of column names is named', async (name, kind, message) => {
  await expect(read(kind, lists[name])).rejects.toThrow(`The column names seem to be ${message}`)
})

test('without the title of QuickBooks no row of a group and no total becomes a debt or a cost', async () => {
  const owed = await read('opening-balances', lists.quickbooksOpenInvoices.slice(3), { map: { '': 'customer' } })
  expect([owed.missing, owed.columns.amount, owed.stored]).toEqual([[], 'Open balance', []])
  expect(new Set(owed.refused.map((text) => text.split(' ')[0]))).toEqual(new Set(['2', '3', '4']))
  const costs = await read('expenses', lists.quickbooksExpenses.slice(3), { costSign: 'positive' })
  expect([costs.missing, costs.stored]).toEqual([[], ['Excavator 1000.00']])
})
