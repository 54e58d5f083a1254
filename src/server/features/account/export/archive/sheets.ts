import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { Entity } from '#server/domain/entities/entities.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { normalizeDecimal } from '#shared/money.ts'
import { formatTaxes } from '#shared/tax-rate-text.ts'
import { getPrintedUnit } from '#shared/units.ts'

// biome-ignore lint/suspicious/noExplicitAny: the database makes it from the columns that `exportTable` lists
export type Json = any

export type Sheet = { file: string; columns: readonly string[]; rows: (record: Json) => (string | null)[][] }

type Cell = (record: Json) => string | null
type Columns = readonly (readonly [name: string, cell: Cell])[]

const sheet = (name: string, columns: Columns, of: (record: Json) => Json[] = (record) => [record]): Sheet => ({
  file: `csv/${name}.csv`,
  columns: columns.map(([title]) => title),
  rows: (record) => of(record).map((row) => columns.map(([, cell]) => cell(row))),
})

export const formatHeader = ({ columns }: Sheet): string => `${byteOrderMark}${formatCsvRows([columns])}`
export const formatRows = ({ rows }: Sheet, records: readonly Json[]): string => formatCsvRows(records.flatMap(rows))

const getField =
  (name: string): Cell =>
  (record) =>
    record[name]

/** Where a record has the name of another one that it refers to. */
const nameFields = { taxRate: 'taxRateName', customer: 'customerName', receipt: 'receiptFile' }
export const createEntitySheet = ({ tableName, columns }: Entity): Sheet =>
  sheet(
    tableName,
    columns.map(({ name, field, heading }) => [heading, getField(field.kind === 'ref' ? nameFields[field.to] : name)]),
  )

/** Yes or nothing, so that the rare yes stands out. */
const getYes =
  (name: string): Cell =>
  (record) =>
    record[name] ? 'Yes' : null

const totalColumns: Columns = [
  ['Delivery Date', getField('deliveryDate')],
  ['Currency', getField('currency')],
  ['Prices Include Tax', getYes('pricesIncludeTax')],
  ['Subtotal', getField('subtotal')],
  ['Discount %', getField('discountPercent')],
  ['Discount', getField('discountAmount')],
  ['Charges', getField('chargeAmount')],
  ['Net', getField('netAmount')],
  ['Tax Rate', getField('taxRate')],
  ['Tax Amount', getField('taxAmount')],
  ['Rounding', getField('rounding')],
  ['Total', getField('total')],
]
const homeColumns: Columns = [
  ['Exchange Rate', getField('exchangeRate')],
  ['Rate Day', getField('rateDay')],
  ['Rate Source', getField('rateSource')],
  ['Home Total', getField('homeTotal')],
]
const words: Columns = [
  ['Notes', getField('notes')],
  ['Terms', getField('terms')],
]
const lineColumns: Columns = [
  ['Kind', getField('kind')],
  ['Description', getField('description')],
  ['Quantity', getField('quantity')],
  ['Unit', ({ unitCode }) => getPrintedUnit(unitCode) || null],
  ['Unit Price', getField('unitPrice')],
  ['Amount', getField('amount')],
  ['Discount %', getField('discountPercent')],
  ['Discount', getField('discountAmount')],
  ['Total', getField('total')],
  ['Document Discount', getField('documentDiscount')],
  ['Document Discount, Net', getField('documentDiscountNet')],
  ['Net', getField('net')],
  ['Tax Group', ({ taxGroup }) => String(taxGroup)],
  ['Taxes', getField('taxNames')],
]
const taxColumns: Columns = [
  ['Tax Group', ({ groupNo }) => String(groupNo)],
  ['Tax', getField('name')],
  ['Category', getField('category')],
  ['Exemption', getField('exemption')],
  ['Percent', getField('percent')],
  ['Compound', getYes('isCompound')],
  ['Base', getField('base')],
  ['Amount', getField('amount')],
  ['Entered', getYes('isTyped')],
  ['Home Base', getField('homeBase')],
  ['Home Amount', getField('homeAmount')],
]

/** By group: 'GST 5% + QST 9.975%'. */
const getTaxNames = (taxes: readonly Json[]): Map<number, string> =>
  new Map(
    [...Map.groupBy(taxes, ({ groupNo }) => groupNo)].map(([groupNo, components]) => [
      groupNo,
      formatTaxes(
        components.map(({ name, percent, isCompound }) => ({ name: name ?? 'Tax', percent: normalizeDecimal(percent, 0), isCompound })),
      ),
    ]),
  )

const documentSheets = (type: DocumentType['name'], columns: Columns, settled: Columns = []): readonly Sheet[] => {
  const [number] = columns
  return [
    sheet(`${type}s`, [...columns, ...totalColumns, ...settled, ...homeColumns, ...words]),
    sheet(`${type}-lines`, [[number![0], getField('number')], ...lineColumns], (record) => {
      const taxNames = getTaxNames(record.taxes)
      return record.lineItems.map((line: Json) => ({ ...line, number: number![1](record), taxNames: taxNames.get(line.taxGroup) ?? null }))
    }),
    sheet(`${type}-taxes`, [[number![0], getField('number')], ...taxColumns], (record) =>
      record.taxes.map((tax: Json) => ({ ...tax, number: number![1](record) })),
    ),
  ]
}

export const invoiceSheets = documentSheets(
  'invoice',
  [
    ['Invoice', getField('invoiceNumber')],
    ['Customer', getField('customerName')],
    ['Status', getField('status')],
    ['Issue Date', getField('issueDate')],
    ['Due Date', getField('dueDate')],
  ],
  [
    ['Paid', getField('amountPaid')],
    ['Written Off', getField('amountWrittenOff')],
    ['Credited', getField('amountCredited')],
    ['Credit Applied', getField('creditApplied')],
    ['Balance Due', getField('balanceDue')],
  ],
)

export const estimateSheets = documentSheets('estimate', [
  ['Estimate', getField('estimateNumber')],
  ['Customer', getField('customerName')],
  ['Status', getField('status')],
  ['Issue Date', getField('issueDate')],
  ['Expiry Date', getField('expiryDate')],
])

export const creditNoteSheets = documentSheets('credit-note', [
  ['Credit Note', getField('creditNoteNumber')],
  ['Invoice', getField('invoiceNumber')],
  ['Customer', getField('customerName')],
  ['Status', getField('status')],
  ['Issue Date', getField('issueDate')],
])

export const taxRatesSheet = sheet(
  'tax-rates',
  [
    ['Tax Rate', getField('rateName')],
    ['Category', getField('category')],
    ['Exemption Code', getField('exemptionCode')],
    ['Exemption Reason', getField('exemptionReason')],
    ['Tax', getField('name')],
    ['Percent', getField('percent')],
    ['Compound', getYes('isCompound')],
    ['Archived', getField('archivedAt')],
  ],
  (rate) => rate.components.map((component: Json) => ({ ...rate, ...component, rateName: rate.name })),
)

export const exchangeRatesSheet = sheet('exchange-rates', [
  ['Currency', getField('currency')],
  ['Day', getField('day')],
  ['Rate', getField('rate')],
  ['Source', getField('source')],
])

export const paymentsSheet = sheet('payments', [
  ['Date', getField('paymentDate')],
  ['Invoice', getField('invoiceNumber')],
  ['Customer', getField('customerName')],
  ['Amount', getField('amount')],
  ['Refunded', getField('refunded')],
  ['Currency', getField('currency')],
  ['Method', getField('paymentMethod')],
  ['Provider', getField('provider')],
  ['Status', getField('status')],
  ['Reference', getField('chargeRef')],
  ['Notes', getField('notes')],
])
