import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getColumnName } from '#server/platform/db/column-name.ts'
import * as schema from '#server/platform/db/schema/index.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { createRecords } from '#server/testing/records.ts'
import type { ExportedTable } from './archive/exported-table.ts'
import { parts } from './archive/parts.ts'
import { formatRows, type Sheet, taxRatesSheet } from './archive/sheets.ts'
import { type Archive, exportAccount, readCsv, readJson } from './testing/archive.ts'

// Documents with several taxes, discounts, charges and units: nothing of them is lost in the archive.

let app: TestApp
let ada: Person
let archive: Archive
const numbers = { mixed: 'MIXED', inclusive: 'INCLUSIVE', typed: 'TYPED', deleted: 'DELETED' }

beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  const records = createRecords(app, ada)
  const addRate = async (body: object): Promise<number> => (await app.call(ada, 'POST', '/api/tax-rates', body)).id
  const vat = await addRate({ name: 'VAT 19%', category: 'S', components: [{ name: 'VAT', percent: '19' }] })
  const quebec = await addRate({
    name: 'Old Quebec',
    components: [
      { name: 'GST', percent: '5' },
      { name: 'QST', percent: '9.5', isCompound: true },
    ],
  })
  const exempt = await addRate({
    ...{ name: 'Export', category: 'G', exemptionCode: 'VATEX-EU-G', exemptionReason: 'Export outside the EU' },
    components: [{ name: 'VAT', percent: '0' }],
  })
  const unused = await addRate({ name: 'GST 10%', components: [{ name: 'GST', percent: '10' }] })
  await app.call(ada, 'POST', '/api/business-profile', {
    ...{ businessName: 'Ada Works', countryCode: 'DE', vatId: 'DE136695976', defaultTaxRateId: vat, pricesIncludeTax: true },
  })
  const customer = await records.customer({
    ...{ name: 'Acme', countryCode: 'AT', vatId: 'ATU13585627', registrationId: 'FN 12345', taxRateId: vat },
  })
  await records.item({ unitPrice: '80.123456', unitCode: 'HUR', taxRateId: quebec })
  const content = {
    customerId: customer.id,
    lineItems: [
      ...[{ description: 'Chairs', quantity: '3', unitPrice: '19.99', taxRateId: vat, discountPercent: '5' }],
      ...[
        {
          description: 'Support',
          quantity: '2.125',
          unitCode: 'HUR' as const,
          unitPrice: '7.501',
          taxRateId: quebec,
          discountAmount: '0.11',
        },
      ],
      ...[{ description: 'Manual', quantity: '1', unitPrice: '10.00', taxRateId: exempt }],
      ...[{ description: 'Shipping', quantity: '1', unitPrice: '4.90', kind: 'charge' as const, taxRateId: vat }],
    ],
    discountPercent: '10',
    deliveryDate: '2026-01-03',
  }
  await records.invoice({ ...content, invoiceNumber: numbers.mixed, status: 'sent' })
  await records.estimate({ ...content, estimateNumber: numbers.mixed, status: 'sent' })
  const inclusive = {
    ...{ customerId: customer.id, pricesIncludeTax: true, discountAmount: '50.00' },
    lineItems: [{ description: 'Desk', quantity: '1', unitPrice: '550.00', taxRateId: unused }],
  }
  await records.invoice({ ...inclusive, invoiceNumber: numbers.inclusive })
  await records.invoice({ customerId: customer.id, invoiceNumber: numbers.typed, taxRate: '8.25', taxAmount: '8.30' })
  const deleted = await records.invoice({ ...content, invoiceNumber: numbers.deleted })
  await records.remove('invoices', deleted.id)
  await app.call(ada, 'POST', `/api/tax-rates/${unused}/archive`, {})
  ;({ archive } = await exportAccount(app, ada))
})
afterAll(() => app.close())

const getPart = (name: string) => parts.find(({ file }) => file === `json/${name}.json`)!
/** The table of a file, or one whose rows are in its records. */
const exported = (name: string, within?: PgTable): ExportedTable => {
  const { tables } = getPart(name)
  return within ? tables.find(({ table }) => table === within)! : tables[0]!
}

type Row = Record<string, unknown>
/** The rows of the table as the database has them, in text that keeps every decimal. */
const readStored = (of: ExportedTable, where: string) =>
  app.sql<{ row: Row }>(
    `select (select json_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row from ${getTableName(of.table)} t
     where user_id = $1 and ${where} order by 1::text`,
    [ada.userId],
  )
/** The same rows made of the archive's records: what has to be added is where a record stood. */
const rebuild = async (of: ExportedTable, records: Row[]) => {
  const rows = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [getColumnName(getProperty(of, name)), value])),
  )
  return app.sql<{ row: Row }>(
    `select (select json_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row
     from jsonb_populate_recordset(null::${getTableName(of.table)}, $1::jsonb) t order by 1::text`,
    [JSON.stringify(rows)],
  )
}
const getProperty = ({ nameByColumn }: ExportedTable, name: string) =>
  Object.entries(nameByColumn).find(([, inArchive]) => inArchive === name)?.[0] ?? name

/** Columns that the archive has in another form or, with a reason, not at all. */
const getReshaped = (of: ExportedTable) => [...Object.keys(of.sqlByColumn), ...Object.keys(of.excluded)].map(getColumnName)
/** Instants are exported in milliseconds. */
const toMilliseconds = (value: unknown) =>
  typeof value === 'string'
    ? value.replace(/(T[\d:]{8})\.?(\d*)\+00:00$/, (_, time, digits) => `${time}.${digits.padEnd(3, '0').slice(0, 3)}Z`)
    : value
/** The rows as sorted text, without the columns. */
const without = (rows: { row: Row }[], columns: readonly string[]) =>
  rows
    .map(({ row }) =>
      Object.keys(row)
        .sort()
        .filter((name) => !columns.includes(name))
        .map((name) => `${name} ${toMilliseconds(row[name])}`),
    )
    .map((fields) => fields.join('\n'))
    .sort()

const documents = (type: 'invoices' | 'estimates') => [...readJson(archive, type), ...readJson(archive, `deleted/${type}`)]
const allDocuments = () => [...documents('invoices'), ...documents('estimates')]

test.each<[string, ExportedTable, string, () => Row[]]>([
  ['invoices', exported('invoices'), "type = 'invoice'", () => documents('invoices')],
  ['estimates', exported('estimates'), "type = 'estimate'", () => documents('estimates')],
  ['lines', exported('invoices', schema.documentLines), 'true', () => allDocuments().flatMap((document) => document.lineItems)],
  ['taxes', exported('invoices', schema.documentTaxes), 'true', () => allDocuments().flatMap((document) => document.taxes)],
  ['tax rates', exported('tax-rates'), 'true', () => readJson(archive, 'tax-rates')],
  [
    'components',
    exported('tax-rates', schema.taxRateComponents),
    'true',
    () => readJson(archive, 'tax-rates').flatMap((rate) => rate.components),
  ],
  ['customers', exported('customers'), 'true', () => readJson(archive, 'customers')],
  ['items', exported('items'), 'true', () => readJson(archive, 'items')],
  ['the profile', exported('business-profile'), 'true', () => readJson(archive, 'business-profile')],
])('%s made of the archive equal those in the database, value by value', async (_, of, where, getRecords) => {
  const skipped = getReshaped(of)
  const stored = without(await readStored(of, where), skipped)
  expect(stored.length).toBeGreaterThan(0)
  expect(without(await rebuild(of, getRecords()), skipped)).toEqual(stored)
})

test('lines and taxes stand in their order in the document that they belong to', async () => {
  const [mixed] = readJson(archive, 'invoices').filter(({ invoiceNumber }) => invoiceNumber === numbers.mixed)
  const lines = await app.sql<{ id: number }>('select id::int from document_lines where document_id = $1 order by position', [mixed!.id])
  expect(mixed!.lineItems.map(({ id }: { id: number }) => id)).toEqual(lines.map(({ id }) => id))
  expect(mixed!.taxes.map(({ groupNo, componentNo }: Record<string, number>) => [groupNo, componentNo])).toEqual([
    [1, 1],
    [2, 1],
    [2, 2],
    [3, 1],
  ])
  expect(mixed).toMatchObject({ taxRate: null, taxIsCustom: false })
  const [typed] = readJson(archive, 'invoices').filter(({ invoiceNumber }) => invoiceNumber === numbers.typed)
  expect(typed).toMatchObject({ taxRate: '8.25', taxAmount: '8.30', taxIsCustom: true })
})

/** Which of the columns are in none of the sheet's cells. */
const findMissing = (sheet: Sheet, of: ExportedTable, wrap: (record: Row) => Row, known: readonly string[]) =>
  of.columns.filter((column) => {
    const name = of.nameByColumn[column] ?? column
    const record = wrap({ ...blank(of), [name]: name === 'percent' ? '77' : 'MARK' })
    const changed =
      sheet.rows(record).flat().join('\n') !==
      sheet
        .rows(wrap(blank(of)))
        .flat()
        .join('\n')
    return !changed && !known.includes(column)
  })
const blank = ({ columns }: { columns: readonly string[]; table: PgTable }): Row =>
  Object.fromEntries(columns.map((column) => [column, column === 'percent' ? '0' : null]))

test('the spreadsheets have every column that a reader has use for', () => {
  const [invoices, lines, taxes] = getPart('invoices').sheets
  const [estimates] = getPart('estimates').sheets
  const [creditNotes] = getPart('credit-notes').sheets
  const nested = { lineItems: [], taxes: [], components: [] }
  const internal = [
    'id',
    'hasNumber',
    'customerId',
    'formerCustomerId',
    'customerSnapshot',
    'businessSnapshot',
    'deletedAt',
    'createdAt',
    'updatedAt',
  ]
  const progress = ['sentAt', 'viewedAt', 'emailStatus', 'isOpeningBalance', 'paymentUrl', 'paymentAttention', 'sourceDocumentId', 'partNo']
  const asked = ['withdrawnAt', 'depositPercent', 'depositAmount']
  const asDocument = (record: Row) => ({ ...nested, ...record })
  expect(findMissing(invoices!, exported('invoices'), asDocument, [...internal, ...progress, 'invoiceKind', 'lastCent'])).toEqual([])
  expect(findMissing(estimates!, exported('estimates'), asDocument, [...internal, ...progress, ...asked])).toEqual([])
  // The invoice has its number there, and the last cent is in the rounding.
  const credited = ['creditedInvoiceId', 'lastCent']
  expect(findMissing(creditNotes!, exported('credit-notes'), asDocument, [...internal, ...progress, ...credited])).toEqual([])
  expect(
    findMissing(
      lines!,
      exported('invoices', schema.documentLines),
      (line) => ({ ...nested, lineItems: [{ ...line, unitCode: line.unitCode && 'HUR' }] }),
      ['id', 'itemId', 'creditedLineId', 'sourceLineId'],
    ),
  ).toEqual([])
  expect(
    findMissing(taxes!, exported('invoices', schema.documentTaxes), (tax) => ({ ...nested, taxes: [tax] }), ['taxRateId', 'componentNo']),
  ).toEqual([])
  expect(
    findMissing(taxRatesSheet, exported('tax-rates'), (rate) => ({ ...rate, components: [{ percent: '0' }] }), [
      'id',
      'createdAt',
      'updatedAt',
    ]),
  ).toEqual([])
  expect(
    findMissing(taxRatesSheet, exported('tax-rates', schema.taxRateComponents), (component) => ({ components: [component] }), []),
  ).toEqual([])
})

test('the spreadsheets can be read by a person: words for units, the taxes of each line, and amounts that add up', () => {
  const find = (name: string) => readCsv(archive, name).filter(({ Invoice }) => Invoice === numbers.mixed)
  expect(find('invoices')).toEqual([
    expect.objectContaining({
      ...{ 'Discount %': '10.0000', Charges: '4.90', 'Tax Rate': '', 'Delivery Date': '2026-01-03', 'Prices Include Tax': '' },
    }),
  ])
  expect(find('invoice-lines').map((row) => [row.Kind, row.Description, row.Quantity, row.Unit, row.Taxes])).toEqual([
    ['item', 'Chairs', '3.00', '', 'VAT 19%'],
    ['item', 'Support', '2.125', 'hr', 'GST 5% + QST 9.5% (compound)'],
    ['item', 'Manual', '1.00', '', 'VAT 0%'],
    ['charge', 'Shipping', '1.00', '', 'VAT 19%'],
  ])
  expect(find('invoice-taxes').map((row) => [row.Tax, row.Category, row.Exemption, row.Compound])).toEqual([
    ['VAT', 'S', '', ''],
    ['GST', '', '', ''],
    ['QST', '', '', 'Yes'],
    ['VAT', 'G', 'Export outside the EU', ''],
  ])
  const cents = (rows: Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  for (const name of Object.values(numbers).filter((number) => number !== numbers.deleted)) {
    const [[invoice], lines, taxes] = ['invoices', 'invoice-lines', 'invoice-taxes'].map((sheet) =>
      readCsv(archive, sheet).filter(({ Invoice }) => Invoice === name),
    ) as [[Record<string, string>], Record<string, string>[], Record<string, string>[]]
    expect([name, cents(lines, 'Net') - cents(lines, 'Document Discount, Net')]).toEqual([name, cents([invoice], 'Net')])
    expect([name, cents(taxes, 'Amount')]).toEqual([name, cents([invoice], 'Tax Amount')])
    expect([name, cents([invoice], 'Net') + cents([invoice], 'Tax Amount') + cents([invoice], 'Rounding')]).toEqual([
      name,
      cents([invoice], 'Total'),
    ])
  }
  expect(readCsv(archive, 'tax-rates').map((row) => [row['Tax Rate'], row.Tax, row.Compound, row.Archived !== ''])).toEqual([
    ['VAT 19%', 'VAT', '', false],
    ['Old Quebec', 'GST', '', false],
    ['Old Quebec', 'QST', 'Yes', false],
    ['Export', 'VAT', '', false],
    ['GST 10%', 'GST', '', true],
  ])
  expect(formatRows(taxRatesSheet, [])).toBe('')
})
