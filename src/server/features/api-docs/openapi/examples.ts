import type { RecordModel } from '#model/record.ts'
import { customerModel } from '#modules/customers/model.ts'
import { expenseModel } from '#modules/expenses/model.ts'
import { itemModel } from '#modules/items/model.ts'
import { lateFeeExamples } from './late-fee-examples.ts'
import { recurringExamples } from './recurring-examples.ts'
import { reminderExamples } from './reminder-examples.ts'
import { taxedInvoiceExamples, taxRateExamples } from './tax-examples.ts'

/** Its fields without an example are null. */
const getExample = ({ fields }: Pick<RecordModel, 'fields'>) =>
  Object.fromEntries(Object.entries(fields).map(([name, { example = null }]) => [name, example]))

const [customer, item, expense] = [customerModel, itemModel, expenseModel].map(getExample)
const taxRate = {
  name: 'GST + QST',
  category: null,
  exemptionCode: null,
  exemptionReason: null,
  components: [
    { name: 'GST', percent: '5', isCompound: false },
    { name: 'QST', percent: '9.975', isCompound: false },
  ],
}
const openingBalance = { customerId: 1, amount: '480.00', day: '2026-01-01', dueDate: '2025-12-15', reference: '2025-117' }
const line = { itemId: 1, description: 'Consulting', quantity: '7.50', unitPrice: '120.00' }
const sums = {
  ...{
    currency: 'USD',
    pricesIncludeTax: false,
    subtotal: '900.00',
    discountPercent: null,
    discountAmount: '0.00',
    chargeAmount: '0.00',
    netAmount: '900.00',
  },
  ...{ taxRate: '8.25', taxAmount: '74.25', taxIsCustom: false, rounding: '0.00', total: '974.25', deliveryDate: null },
  ...{ exchangeRate: '1', rateDay: null, rateSource: null, homeTotal: '974.25' },
  taxes: [
    {
      ...{ taxRateId: null, name: null, category: null, exemption: null },
      ...{ percent: '8.25', isCompound: false, base: '900.00', amount: '74.25' },
    },
  ],
}
const storedLine = {
  ...{ id: 1, ...line, kind: 'item', unitCode: 'C62', discountPercent: null, discountAmount: '0.00', taxRateId: null },
  total: '900.00',
  sourceLineId: null,
}
const invoiceWords = {
  customerId: 1,
  invoiceNumber: 'INV-2026-0001',
  issueDate: '2026-01-15',
  dueDate: '2026-02-14',
  notes: 'Thank you for your business.',
  terms: null,
}
const estimateWords = {
  customerId: 1,
  estimateNumber: 'EST-2026-0001',
  issueDate: '2026-01-10',
  expiryDate: '2026-02-09',
  notes: null,
  terms: 'Half of it in advance.',
}
const invoice = {
  id: 1,
  version: 1,
  ...invoiceWords,
  kind: 'standard',
  status: 'draft',
  ...sums,
  amountPaid: '0.00',
  amountWrittenOff: '0.00',
  amountCredited: '0.00',
  creditApplied: '0.00',
  balanceDue: '974.25',
  settledBy: null,
  paymentUrl: null,
  emailState: null,
  scheduledSend: null,
  paymentAttention: null,
  viewedAt: null,
  estimateId: null,
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  lineItems: [storedLine],
}
const owed = { balanceDue: '1200.00', overdue: '300.00', balances: [{ currency: 'USD', balance: '1200.00', homeBalance: '1200.00' }] }
const writeOff = { amount: '474.25', day: '2026-01-20', reason: 'Out of business' }
const payment = { amount: '500.00', paymentDate: '2026-01-20', paymentMethod: 'Bank transfer', notes: null }

/**
 * Examples by schema name. A test sends the inputs to a new account one after the other, and compares the replies with the examples; only ids and
 * instants may differ.
 */
export const examples: Readonly<Record<string, unknown>> = {
  CustomerInput: customer,
  Customer: { id: 1, version: 1, ...customer },
  CustomerRow: { id: 1, version: 1, ...customer, ...owed },
  CustomerUpdate: { ...customer, phone: '+44 20 7946 0000', version: 1 },
  ItemInput: item,
  Item: { id: 1, version: 1, ...item },
  ItemUpdate: { ...item, unitPrice: '125.00', version: 1 },
  TaxRateInput: taxRate,
  TaxRate: { id: 1, version: 1, ...taxRate, archivedAt: null, isUsed: false },
  TaxRateUpdate: { ...taxRate, name: 'Quebec', version: 1 },
  ExchangeRateInput: { rate: '1.0842' },
  ExchangeRate: { currency: 'EUR', day: '2026-01-15', rate: '1.0842', source: 'typed' },
  RateSuggestion: { rate: '1.0842', day: '2026-01-15', source: 'typed' },
  EcbState: { isUsed: false, latestDay: null },
  ExchangeRateImport: { csv: 'currency,day,rate\nJPY,2026-01-15,0.0066332212\n' },
  ExchangeRateImportResult: { created: 1, updated: 0 },
  ...recurringExamples,
  ...reminderExamples,
  ...lateFeeExamples,
  ExpenseInput: expense,
  Expense: { id: 1, version: 1, ...expense, customerName: 'Ada Lovelace', receiptFile: null },
  ExpenseUpdate: { ...expense, amount: '45.00', version: 1 },
  InvoiceInput: { ...invoiceWords, taxRate: '8.25', lineItems: [line] },
  Invoice: invoice,
  CreatedInvoice: { ...invoice, emailedTo: null },
  InvoiceUpdate: { ...invoiceWords, dueDate: '2026-02-28', taxRate: '8.25', lineItems: [line], version: 1 },
  EstimateInput: { ...estimateWords, taxRate: '8.25', lineItems: [line] },
  Estimate: {
    id: 1,
    version: 1,
    ...estimateWords,
    status: 'draft',
    ...sums,
    publicUrl: null,
    ...{ depositPercent: null, depositAmount: null },
    emailState: null,
    scheduledSend: null,
    customer: { name: 'Ada Lovelace', company: 'Analytical Engines', email: 'ada@example.com' },
    invoice: null,
    answer: null,
    lineItems: [storedLine],
  },
  EstimateUpdate: { ...estimateWords, expiryDate: '2026-03-01', taxRate: '8.25', lineItems: [line], version: 1 },
  OpeningBalanceInput: openingBalance,
  PaymentInput: { ...payment, sendReceipt: false },
  RecordedPayment: {
    payment: {
      id: 1,
      ...payment,
      ...{ currency: 'USD', homeAmount: payment.amount, exchangeRate: '1', rateSource: null },
      refunded: '0.00',
      provider: 'manual',
      status: 'succeeded',
      dispute: null,
      recordedAt: '2026-01-20T09:30:00.000Z',
      canUndo: true,
      refundable: '500.00',
      refunds: [],
    },
    amountPaid: '500.00',
    balanceDue: '474.25',
  },
  CreditNoteInput: { invoiceId: 1, amount: '97.43', issueDate: '2026-01-20', notes: 'Late delivery', reinvoice: false },
  CreditApplicationInput: { amount: '50.00' },
  CreditRefundInput: { amount: '40.00', day: '2026-01-20', paymentMethod: 'Bank transfer', notes: 'To the account that ends in 4711' },
  PaymentScheduleInput: {
    instalments: [
      { dueDate: '2030-01-31', amount: '500.00' },
      { dueDate: '2030-02-28', amount: '474.25' },
    ],
  },
  PaymentSchedule: {
    instalments: [
      { dueDate: '2030-01-31', amount: '500.00', balanceDue: '500.00' },
      { dueDate: '2030-02-28', amount: '474.25', balanceDue: '474.25' },
    ],
    dueNow: '500.00',
  },
  WriteOffInput: { ...writeOff, recoversTax: true },
  RecordedWriteOff: {
    writeOff: { id: 1, ...writeOff, currency: 'USD', taxPart: '36.14', recordedAt: '2026-01-20T09:30:00.000Z', reversal: null },
    balanceDue: '0.00',
  },
  ImportInput: { rows: [{ line: 2, values: { name: 'Grace Hopper', email: 'grace@example.com' } }], skipExisting: true },
  ExpenseImportInput: {
    rows: [{ line: 2, values: { description: 'Paper', amount: '8.20', category: 'Office Supplies', expenseDate: '2026-01-05' } }],
    unknownCustomers: 'refuse',
  },
  ImportResult: { created: 1, skipped: 0 },
  NumberPatternInput: { prefix: 'INV-', includeYear: true, padding: 4, restartYearly: true, nextCounter: 8 },
}

/** More examples of a schema, beside the first one. */
export const furtherExamples: Readonly<Record<string, readonly unknown[]>> = {
  InvoiceInput: taxedInvoiceExamples.map(({ input }) => input),
  TaxRateInput: taxRateExamples,
}

/** Examples of refusals; a test provokes each of them. */
export const errorExamples = {
  400: {
    message: 'Name is required',
    issues: [{ path: 'name', message: 'Name is required' }],
  },
  401: { message: 'Please sign in' },
  403: { message: 'This API token may not do this: it lacks the scope items:read. Make one that has it.' },
  404: { message: 'Customer not found' },
  409: {
    message: 'The invoice number INV-2026-0001 is taken already',
    issues: [{ path: 'invoiceNumber', message: 'The invoice number INV-2026-0001 is taken already' }],
  },
}
