import type { Entity } from '#modules/entities.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'
import { referenceNames } from '#shared/document-references.ts'
import { normalizeDecimal } from '#shared/money.ts'
import { formatTaxes } from '#shared/tax-rate-text.ts'
import { getPrintedUnit } from '#shared/units.ts'

// biome-ignore lint/suspicious/noExplicitAny: the database makes it from the columns of `exportTable`
export type Json = any

export type Sheet = { file: string; columns: readonly string[]; rows: (record: Json) => (string | null)[][] }

/** A field under its own name, 'Due Date' for `dueDate`, or under another one. */
export type Columns = readonly (string | readonly [heading: string, field: string | ((record: Json) => string | null)])[]

const toHeading = (name: string) =>
  name
    .replace(/-/g, ' ')
    .replace(/[A-Z]/g, ' $&')
    .replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Yes or nothing, so that the rare yes stands out. */
const toCell = (value: string | number | boolean | null | undefined): string | null => {
  if (value === true) return 'Yes'
  return value === false ? null : (value?.toString() ?? null)
}

const sheet = (name: string, columns: Columns, of: (record: Json) => Json[] = (record) => [record]): Sheet => {
  const cells = columns.map((column) => (typeof column === 'string' ? ([toHeading(column), column] as const) : column))
  return {
    file: `csv/${name}.csv`,
    columns: cells.map(([heading]) => heading),
    rows: (record) => of(record).map((row) => cells.map(([, field]) => (typeof field === 'string' ? toCell(row[field]) : field(row)))),
  }
}

export const formatHeader = ({ columns }: Sheet): string => `${byteOrderMark}${formatCsvRows([columns])}`
export const formatRows = ({ rows }: Sheet, records: readonly Json[]): string => formatCsvRows(records.flatMap(rows))

/** Where a record has the name of another one that it refers to. */
const nameFields = { taxRate: 'taxRateName', customer: 'customerName', receipt: 'receiptFile' }
export const createEntitySheet = ({ tableName, columns }: Entity): Sheet =>
  sheet(
    tableName,
    columns.map(({ name, field, heading }) => [heading, field.kind === 'ref' ? nameFields[field.to] : name]),
  )

const discount = [
  ['Discount %', 'discountPercent'],
  ['Discount', 'discountAmount'],
] as const
const totalColumns: Columns = [
  ...['deliveryDate', 'deliveryUntil', ...referenceNames, 'currency', 'pricesIncludeTax', 'subtotal'],
  ...discount,
  ['Charges', 'chargeAmount'],
  ['Net', 'netAmount'],
  ...['taxRate', 'taxAmount', 'rounding', 'total'],
]
const lineColumns: Columns = [
  ...['kind', 'description', 'quantity'],
  ['Unit', ({ unitCode }) => getPrintedUnit(unitCode) || null],
  ...['unitPrice', 'amount'],
  ...discount,
  ...['total', 'documentDiscount'],
  ['Document Discount, Net', 'documentDiscountNet'],
  ...['net', 'taxGroup'],
  ['Taxes', 'taxNames'],
]
const taxColumns: Columns = [
  ['Tax Group', 'groupNo'],
  ['Tax', 'name'],
  ...['category', 'exemption', 'percent'],
  ['Compound', 'isCompound'],
  ...['base', 'amount'],
  ['Entered', 'isTyped'],
  ...['homeBase', 'homeAmount'],
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

/** Columns that only one type has: after the number, and after the total. */
export type OwnColumns = { about?: Columns; settled?: Columns }

export const createDocumentSheets = (
  { name, numberField, end }: Pick<DocumentType, 'name' | 'numberField' | 'end'>,
  { about = [], settled = [] }: OwnColumns = {},
): readonly Sheet[] => {
  const number = [toHeading(name), numberField] as const
  return [
    sheet(`${name}s`, [
      ...[number, ...about, ['Customer', 'customerName'] as const, 'status', 'issueDate', ...(end ? [end.field] : [])],
      ...totalColumns,
      ...settled,
      ...['exchangeRate', 'rateDay', 'rateSource', 'homeTotal', 'notes', 'terms'],
    ]),
    sheet(`${name}-lines`, [number, ...lineColumns], (record) => {
      const taxNames = getTaxNames(record.taxes)
      return record.lineItems.map((line: Json) => ({
        ...line,
        [numberField]: record[numberField],
        taxNames: taxNames.get(line.taxGroup) ?? null,
      }))
    }),
    sheet(`${name}-taxes`, [number, ...taxColumns], (record) =>
      record.taxes.map((tax: Json) => ({ ...tax, [numberField]: record[numberField] })),
    ),
  ]
}

export const taxRatesSheet = sheet(
  'tax-rates',
  [
    ['Tax Rate', 'rateName'],
    ...['category', 'exemptionCode', 'exemptionReason'],
    ['Tax', 'name'],
    'percent',
    ['Compound', 'isCompound'],
    ['Archived', 'archivedAt'],
  ],
  (rate) => rate.components.map((component: Json) => ({ ...rate, ...component, rateName: rate.name })),
)

export const exchangeRatesSheet = sheet('exchange-rates', ['currency', 'day', 'rate', 'source'])

export const paymentsSheet = sheet('payments', [
  ['Date', 'paymentDate'],
  ['Invoice', 'invoiceNumber'],
  ['Customer', 'customerName'],
  ...['amount', 'refunded', 'currency'],
  ['Method', 'paymentMethod'],
  ...['provider', 'status'],
  ['Reference', 'chargeRef'],
  'notes',
])
