import { byteOrderMark, formatCsvRows } from '#server/platform/http/csv.ts'

/** A record as its JSON file has it: texts, ids, and lists of records. */
// biome-ignore lint/suspicious/noExplicitAny: the database has made it of columns that `keep` lists
export type Json = any

/** A CSV file: its columns' names, and the rows that a record makes in it. */
export type Sheet = { file: string; columns: readonly string[]; rows: (record: Json) => (string | null)[][] }

type Cell = (record: Json) => string | null
type Columns = readonly (readonly [name: string, cell: Cell])[]

/** @param of the records that are the rows; the record itself unless said otherwise */
const sheet = (name: string, columns: Columns, of: (record: Json) => Json[] = (record) => [record]): Sheet => ({
  file: `csv/${name}.csv`,
  columns: columns.map(([title]) => title),
  rows: (record) => of(record).map((row) => columns.map(([, cell]) => cell(row))),
})

/** How the file begins. */
export const formatHeader = ({ columns }: Sheet): string => `${byteOrderMark}${formatCsvRows([columns])}`
/** The lines of some records. */
export const formatRows = ({ rows }: Sheet, records: readonly Json[]): string => formatCsvRows(records.flatMap(rows))

const is =
  (name: string): Cell =>
  (record) =>
    record[name]

export const customersSheet = sheet('customers', [
  ['Name', is('name')],
  ['Company', is('company')],
  ['Email', is('email')],
  ['Phone', is('phone')],
  ['Address', is('address')],
  ['City', is('city')],
  ['State', is('state')],
  ['ZIP Code', is('zipCode')],
  ['Country', is('country')],
])

export const itemsSheet = sheet('items', [
  ['Name', is('name')],
  ['Description', is('description')],
  ['Unit Price', is('unitPrice')],
  ['Category', is('category')],
])

const sums: Columns = [
  ['Subtotal', is('subtotal')],
  ['Tax Rate', is('taxRate')],
  ['Tax Amount', is('taxAmount')],
  ['Total', is('total')],
]
const words: Columns = [
  ['Notes', is('notes')],
  ['Terms', is('terms')],
]
const line: Columns = [
  ['Description', is('description')],
  ['Quantity', is('quantity')],
  ['Unit Price', is('unitPrice')],
  ['Total', is('total')],
]

export const invoicesSheet = sheet('invoices', [
  ['Invoice', is('invoiceNumber')],
  ['Customer', is('customerName')],
  ['Status', is('status')],
  ['Issue Date', is('issueDate')],
  ['Due Date', is('dueDate')],
  ...sums,
  ['Paid', is('amountPaid')],
  ['Balance Due', is('balanceDue')],
  ...words,
])

export const invoiceLinesSheet = sheet('invoice-lines', [['Invoice', is('number')], ...line], ({ invoiceNumber, lineItems }) =>
  lineItems.map((item: Json) => ({ ...item, number: invoiceNumber })),
)

export const estimatesSheet = sheet('estimates', [
  ['Estimate', is('estimateNumber')],
  ['Customer', is('customerName')],
  ['Status', is('status')],
  ['Issue Date', is('issueDate')],
  ['Expiry Date', is('expiryDate')],
  ...sums,
  ...words,
])

export const estimateLinesSheet = sheet('estimate-lines', [['Estimate', is('number')], ...line], ({ estimateNumber, lineItems }) =>
  lineItems.map((item: Json) => ({ ...item, number: estimateNumber })),
)

export const expensesSheet = sheet('expenses', [
  ['Date', is('expenseDate')],
  ['Description', is('description')],
  ['Category', is('category')],
  ['Amount', is('amount')],
  ['Vendor', is('vendor')],
  ['Customer', is('customerName')],
  ['Receipt URL', is('receiptUrl')],
  ['Receipt File', is('receiptFile')],
])

export const paymentsSheet = sheet('payments', [
  ['Date', is('paymentDate')],
  ['Invoice', is('invoiceNumber')],
  ['Customer', is('customerName')],
  ['Amount', is('amount')],
  ['Refunded', is('refunded')],
  ['Currency', is('currency')],
  ['Method', is('paymentMethod')],
  ['Provider', is('provider')],
  ['Status', is('status')],
  ['Reference', is('chargeRef')],
  ['Notes', is('notes')],
])
