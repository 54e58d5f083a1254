import type { Entity } from '#server/domain/entities/entities.ts'
import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'

/** A record as in its JSON file: texts, ids and lists of records. */
// biome-ignore lint/suspicious/noExplicitAny: the database makes it from the columns that `exportTable` lists
export type Json = any

/** A CSV file: its column names, and the rows that a record becomes. */
export type Sheet = { file: string; columns: readonly string[]; rows: (record: Json) => (string | null)[][] }

type Cell = (record: Json) => string | null
type Columns = readonly (readonly [name: string, cell: Cell])[]

/** @param of the records that become rows; by default the record itself */
const sheet = (name: string, columns: Columns, of: (record: Json) => Json[] = (record) => [record]): Sheet => ({
  file: `csv/${name}.csv`,
  columns: columns.map(([title]) => title),
  rows: (record) => of(record).map((row) => columns.map(([, cell]) => cell(row))),
})

/** The head of the file. */
export const formatHeader = ({ columns }: Sheet): string => `${byteOrderMark}${formatCsvRows([columns])}`
/** The CSV lines of some records. */
export const formatRows = ({ rows }: Sheet, records: readonly Json[]): string => formatCsvRows(records.flatMap(rows))

const getField =
  (name: string): Cell =>
  (record) =>
    record[name]

export const createEntitySheet = ({ tableName, csvColumns }: Entity): Sheet =>
  sheet(
    tableName,
    csvColumns.map(([title, property]) => [title, getField(property)]),
  )

const totalColumns: Columns = [
  ['Subtotal', getField('subtotal')],
  ['Tax Rate', getField('taxRate')],
  ['Tax Amount', getField('taxAmount')],
  ['Total', getField('total')],
]
const words: Columns = [
  ['Notes', getField('notes')],
  ['Terms', getField('terms')],
]
const line: Columns = [
  ['Description', getField('description')],
  ['Quantity', getField('quantity')],
  ['Unit Price', getField('unitPrice')],
  ['Total', getField('total')],
]

export const invoicesSheet = sheet('invoices', [
  ['Invoice', getField('invoiceNumber')],
  ['Customer', getField('customerName')],
  ['Status', getField('status')],
  ['Issue Date', getField('issueDate')],
  ['Due Date', getField('dueDate')],
  ...totalColumns,
  ['Paid', getField('amountPaid')],
  ['Balance Due', getField('balanceDue')],
  ...words,
])

export const invoiceLinesSheet = sheet('invoice-lines', [['Invoice', getField('number')], ...line], ({ invoiceNumber, lineItems }) =>
  lineItems.map((item: Json) => ({ ...item, number: invoiceNumber })),
)

export const estimatesSheet = sheet('estimates', [
  ['Estimate', getField('estimateNumber')],
  ['Customer', getField('customerName')],
  ['Status', getField('status')],
  ['Issue Date', getField('issueDate')],
  ['Expiry Date', getField('expiryDate')],
  ...totalColumns,
  ...words,
])

export const estimateLinesSheet = sheet('estimate-lines', [['Estimate', getField('number')], ...line], ({ estimateNumber, lineItems }) =>
  lineItems.map((item: Json) => ({ ...item, number: estimateNumber })),
)

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
