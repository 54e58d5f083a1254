export const reportTypes = ['revenue', 'expenses', 'customer', 'invoice', 'profit-loss', 'sales-tax', 'receivables', 'statement'] as const
export type ReportType = (typeof reportTypes)[number]

export const reportTitles: Record<ReportType, string> = {
  revenue: 'Revenue Report',
  expenses: 'Expenses Report',
  customer: 'Customer Report',
  invoice: 'Invoice Report',
  'profit-loss': 'Profit & Loss',
  'sales-tax': 'Sales Tax Summary',
  receivables: 'Aged Receivables',
  statement: 'Customer Statement',
}

/** Income counts when it is invoiced (accrual) or when it is paid (cash). */
export const bases = ['accrual', 'cash'] as const
export type Basis = (typeof bases)[number]

export const hasBasis = (type: ReportType): boolean => type === 'profit-loss' || type === 'sales-tax'

/** Days overdue: 'current' isn't due yet, 'days1' is 1 to 30, and so on. */
export const ageBuckets = ['current', 'days1', 'days31', 'days61', 'days91'] as const
export type AgeBucket = (typeof ageBuckets)[number]
export const ageBucketLabels: Record<AgeBucket, string> = {
  current: 'Current',
  days1: '1-30 days',
  days31: '31-60 days',
  days61: '61-90 days',
  days91: '90+ days',
}

/**
 * The base figures of the reports. Each is a sum over documents and can be drilled down to them.
 * - received: payments minus refunds, each on its own date, including sales tax and overpayments
 * - paymentsIn, refundsOut: the two parts of `received` (both as positive sums)
 * - invoiced: totals of issued invoices, by issue date
 * - opening: what customers owed when the business moved in, by the day of the opening balance
 * - sales: income without sales tax; accrual: by issue date, minus refunds of paid invoices; cash: the income part of payments
 * - taxableSales: what sales tax is computed on: sales, and deposits, which are sales only when they are deducted
 * - lateFees: late fees without sales tax, as sales; those that the owner taxed are sales
 * - tax: the sales tax of that income; taxCharged and taxCredited are its parts: of what was sold, and of refunds and write-offs (both as positive sums)
 * - taxBase: what a component of a tax rate is computed on: sales and the taxes before it
 * - rounding: what no net amount and its taxes can make up, where prices include the tax
 * - otherIncome: interest and other income that was entered by hand
 * - expenses: by expense date
 * - fees: what payment providers kept, on the day of the payment
 * - bankFees, interest: what the bank charged, and interest on loans, as entered by hand
 * - badDebts: what was written off, without the sales tax that is taken back, less what was reversed; nothing on a cash basis
 * - receivable: balance due at the end of the day `to`
 * - credit: overpayments of customers at the end of the day `to`; cash: payments beyond income by then
 * - creditChange: the increase of `credit` over the range, and of the deposits that no invoice deducts yet
 */
export const figureNames = [
  'received',
  'paymentsIn',
  'refundsOut',
  'invoiced',
  'opening',
  'sales',
  'taxableSales',
  'lateFees',
  'tax',
  'taxCharged',
  'taxCredited',
  'taxBase',
  'rounding',
  'exchange',
  'otherIncome',
  'expenses',
  'fees',
  'bankFees',
  'interest',
  'badDebts',
  'receivable',
  'credit',
  'creditChange',
] as const
export type FigureName = (typeof figureNames)[number]

/**
 * Figures that are combined from others; their documents are those of all, with negative amounts where a figure is subtracted.
 * - costs, income: the sums of `costFigures` and of `incomeFigures`
 * - profit: income minus costs
 * - balance: receivable minus credit, at the end of the day `to`
 */
export const combinationNames = ['costs', 'income', 'profit', 'balance'] as const
export type CombinationName = (typeof combinationNames)[number]

export const incomeFigures = ['sales', 'lateFees', 'rounding', 'exchange', 'otherIncome'] as const satisfies readonly FigureName[]
export const costFigures = ['expenses', 'fees', 'bankFees', 'interest', 'badDebts'] as const satisfies readonly FigureName[]
