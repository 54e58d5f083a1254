import { expect, test } from 'vitest'
import type { ImportKind } from '#shared/record-types.ts'
import { detectDecimalComma } from './amounts.ts'
import { customerExports } from './customer-exports.fixture.ts'
import { detectDayOrder } from './days.ts'
import { importFields, normalizeHeader } from './fields.ts'
import { guessColumns } from './guess-columns.ts'
import { listExports } from './list-exports.fixture.ts'
import { createRowReader, findMissingFields, type ImportMapping } from './rows.ts'
import { findTellingColumns } from './telling-columns.ts'

const planOf = (kind: ImportKind, header: string, rows: readonly string[], more: Partial<ImportMapping> = {}): ImportMapping => {
  const headers = header.split('|')
  const cells = rows.map((row) => row.split('|'))
  const column = (i: number) => cells.map((row) => row[i] ?? '')
  const columns = guessColumns(
    kind,
    headers,
    headers.map((_, i) => column(i)),
  ).map((guess) => guess?.field ?? null)
  const order = detectDayOrder(columns.flatMap((name, i) => (name === 'expenseDate' ? column(i) : [])))
  const amounts = columns.flatMap((name, i) => (name === 'amount' || name === 'unitPrice' ? column(i) : []))
  return {
    kind,
    headers,
    columns,
    dayOrder: order === 'dmy' ? 'dmy' : 'mdy',
    decimalComma: detectDecimalComma(amounts) === true,
    otherCategory: false,
    costSign: 'positive',
    telling: findTellingColumns(
      kind,
      headers,
      headers.map((_, i) => column(i)),
    ),
    homeCurrency: 'USD',
    ...more,
  }
}
const read = (kind: ImportKind, header: string, row: string, more: Partial<ImportMapping> = {}) =>
  createRowReader(planOf(kind, header, [row], more))({ line: 7, cells: row.split('|') })

const exportsOfOthers = [...customerExports.map((it) => ({ ...it, kind: 'customers' as const })), ...listExports]

test.each(exportsOfOthers.map((it) => [it.program, it.kind, it] as const))(
  '%s: its %s come in without a question',
  (_program, kind, { csv, values }) => {
    const plan = planOf(kind, csv[0], [csv[1]])
    expect(findMissingFields(plan)).toEqual([])
    const { row, errors } = createRowReader(plan)({ line: 2, cells: csv[1].split('|') })
    expect(errors).toEqual([])
    expect(row.values).toEqual(values)
  },
)

test.each(Object.entries(importFields))('the names of %s’ columns lead to one field each', (_kind, fields) => {
  const keys = fields.flatMap(({ aliases }) => [...new Set(aliases.map(normalizeHeader))])
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  expect(keys).not.toContain('')
})

test('the headers of this app’s own exports are recognized', () => {
  const all = (kind: ImportKind, header: string) => planOf(kind, header, []).columns
  expect(all('customers', 'Name|Company|Contact Person|Email|Other Recipients|Phone|Address|City|State|ZIP Code|Country')).toEqual([
    'name',
    'company',
    'contactName',
    'email',
    'otherEmails',
    'phone',
    'address',
    'city',
    'state',
    'zipCode',
    'country',
  ])
  expect(all('items', '\uFEFFname|CATEGORY|description|unit_price')).toEqual(['name', 'category', 'description', 'unitPrice'])
  expect(all('expenses', 'Description|Category|Amount|Date|Vendor|Customer|Receipt URL')).toEqual([
    'description',
    'category',
    'amount',
    'expenseDate',
    'vendor',
    'customer',
    'receiptUrl',
  ])
})

test('columns with unknown names are guessed from their cells, and irrelevant columns are left out', () => {
  const headers = ['Kunde', 'Kontakt', 'Fax', 'Ruf', 'Customer ID']
  const samples = [['Acme', 'Zed'], ['a@x.example', 'z@x.example'], ['+49 30 7654321'], ['+49 30 1234567'], ['1', '2']]
  expect(guessColumns('customers', headers, samples)).toEqual([
    null,
    { field: 'email', by: 'content' },
    null,
    { field: 'phone', by: 'content' },
    null,
  ])
  expect(guessColumns('expenses', ['Wann', 'Was', 'Betrag', 'Art'], [['05.01.2026'], ['Papier'], ['12,30'], ['Travel']])).toEqual([
    { field: 'expenseDate', by: 'content' },
    null,
    { field: 'amount', by: 'content' },
    { field: 'category', by: 'content' },
  ])
})

test('missing required fields are named by their labels', () => {
  const missing = (kind: ImportKind, columns: (string | null)[], otherCategory = false) =>
    findMissingFields({ kind, columns, otherCategory })
  expect(missing('customers', ['email'])).toEqual(['Name'])
  expect(missing('customers', ['lastName', null])).toEqual([])
  expect(missing('items', ['name'])).toEqual(['Unit price'])
  expect(missing('expenses', [])).toEqual(['Description', 'Amount', 'Category', 'Date'])
  expect(missing('expenses', ['description', 'amount', 'expenseDate'], true)).toEqual([])
})

test('every error of a row has its line and the column name of the file', () => {
  const { errors } = read('expenses', 'What|Total|When||Category|Link', '=SUM(A1)|(12.00)|2026-02-30|Shop|Snacks|ftp://x', {
    columns: ['description', 'amount', 'expenseDate', 'vendor', 'category', 'receiptUrl'],
  })
  expect(errors).toEqual([
    {
      line: 7,
      column: 'What',
      message: 'Description begins with "=", which spreadsheets would run as a formula; put a \' before it to keep it as text',
    },
    { line: 7, column: 'Category', message: 'Category must be one of the list' },
    { line: 7, column: 'When', message: 'Expense date must be a day that exists, like 2026-01-31' },
    { line: 7, column: 'Link', message: 'Receipt URL must be a web address that begins with http:// or https://' },
  ])
  expect(read('customers', 'First Name|Email', '|no').errors).toEqual([
    { line: 7, column: 'First Name', message: 'Name is required' },
    { line: 7, column: 'Email', message: 'Enter a valid email, like name@example.com' },
  ])
  expect(read('customers', 'Name', 'x'.repeat(10_000)).errors).toEqual([
    { line: 7, column: 'Name', message: 'Name can have at most 200 characters' },
  ])
  expect(read('items', 'Name|Price', 'A|=1+1').errors[0]!.message).toContain('would run as a formula')
  expect(read('items', 'Name|Price', 'A|1.0000005').errors).toEqual([
    { line: 7, column: 'Price', message: 'Unit price can have at most 6 decimals' },
  ])
})

test('a cell beyond the limit of its field is an error; a line break in a single-line field is read as a space', () => {
  const description = `x${'\ny'.repeat(41)}`
  expect(read('items', 'Name|Price|Description', `A|1|${description}`).errors).toEqual([
    { line: 7, column: 'Description', message: 'Description can have at most 40 line breaks' },
  ])
  expect(read('expenses', 'Description|Amount|Category|Date', `${'x'.repeat(501)}|1|Travel|2026-01-31`).errors).toEqual([
    { line: 7, column: 'Description', message: 'Description can have at most 500 characters' },
  ])
  expect(read('customers', 'Name|Address', 'Acme\u0007|x').errors).toEqual([
    { line: 7, column: 'Name', message: 'Name must be one line, without tabs or control characters' },
  ])
  expect(read('customers', 'Name|Address', 'Acme\r\n  Ltd\t(UK)|1 Main St\nSuite 2')).toMatchObject({
    errors: [],
    row: { values: { name: 'Acme Ltd (UK)', address: '1 Main St\nSuite 2' } },
  })
})

test('a row with more cells than columns is an error, one with fewer or with extra empty cells is not', () => {
  expect(read('items', 'Name|Price', 'A|1|2').errors).toEqual([
    { line: 7, column: '', message: 'This row has 3 cells, but there are 2 columns. A cell with a comma in it needs quotes around it' },
  ])
  expect(read('items', 'Name|Price', 'A|1||').errors).toEqual([])
  expect(read('customers', 'Name|City|Phone', 'A').row.values).toEqual({ name: 'A', city: '', phone: '' })
})

test.each(['de', 'German', 'Deutsch', 'de-AT'])('a language that is called %s is German', (text) => {
  expect(read('customers', 'Name|Language', `A|${text}`)).toMatchObject({ row: { values: { language: 'de' } }, errors: [] })
})

test('an unknown category becomes Other if requested', () => {
  const header = 'Description|Amount|Date|Category'
  expect(read('expenses', header, 'A|1|2026-01-05|Snacks', { otherCategory: true }).row.values.category).toBe('Other')
  expect(read('expenses', header, 'A|1|2026-01-05|', { otherCategory: true }).row.values.category).toBe('Other')
  expect(read('expenses', header, 'A|1|2026-01-05|meals', { otherCategory: true }).row.values.category).toBe('Meals & Entertainment')
  expect(read('expenses', 'Description|Amount|Date', 'A|1|2026-01-05', { otherCategory: true }).errors).toEqual([])
  expect(read('expenses', header, 'A|1|2026-01-05|').errors).toEqual([{ line: 7, column: 'Category', message: 'Category is required' }])
})

test('the quote that escapes a formula is removed', () => {
  expect(read('customers', 'Name|Phone', "'=1+1|'+1 555 0100")).toMatchObject({
    errors: [],
    row: { values: { name: '=1+1', phone: '+1 555 0100' } },
  })
  expect(read('customers', 'Name', "''=1").row.values.name).toBe("'=1")
  expect(read('customers', 'Name', "'t Hooft").row.values.name).toBe("'t Hooft")
})

const owed = 'Customer|Open amount|Due date|Currency|Exchange rate|Type'
test.each([
  ['A|12.50|2026-01-05|EUR|1.25|Invoice', []],
  ['A|€12.50|2026-01-05|EUR||Invoice', []],
  ['A|12.50|2026-01-05||| ', []],
  ['A|-12.50||||Credit note', []],
  ['A|£12.50|2026-01-05|EUR||Invoice', ['Open amount: This amount is in £, and the currency of the row is EUR. Correct one of them']],
  ['A|€12.50|2026-01-05|||', ['Open amount: This row is in €, and your books are in USD. Convert its amount to USD, or skip the row']],
  ['A|12.50|2026-01-05|XXX||', ['Currency: Currency must be a code of ISO 4217, like EUR']],
  ['A|12.50|2026-01-05|EUR|0|', ['Exchange rate: Exchange rate must be above 0']],
  ['A|12.50||||', ['Due date: Due date is required']],
  [
    'A|12.50|2026-01-05|||Credit note',
    ['Type: “Credit note” is not owed. To import it as credit of the customer, make its amount negative'],
  ],
])('the open amount of %s', (row, said) => {
  const { errors, leftOut } = read('opening-balances', owed, row)
  expect([...errors, ...(leftOut ? [leftOut] : [])].map(({ column, message }) => `${column}: ${message}`)).toEqual(said)
})

test.each([
  ['positive', '-12.00', { values: { amount: '-12.00' } }, undefined],
  ['positive', '(12.00)', { values: { amount: '-12.00' } }, undefined],
  ['negative', '-12.00', { values: { amount: '12.00' } }, undefined],
  ['negative', '12.00', {}, 'Money that you received is not a cost'],
  ['positive', '0.00', {}, 'Nothing was spent'],
] as const)('where the costs are %s, the expense of %s', (costSign, amount, row, leftOut) => {
  const found = read('expenses', 'Description|Amount|Date|Category', `A|${amount}|2026-01-05|Travel`, { costSign })
  expect(found).toMatchObject({ row, errors: [] })
  expect(found.leftOut?.message).toBe(leftOut)
})
