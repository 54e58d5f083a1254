/** The reports, by the codes that addresses carry, in the order in which they are offered. */
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

/** Whether income counts when it is invoiced, or when its money comes. */
export const bases = ['accrual', 'cash'] as const
export type Basis = (typeof bases)[number]

/** The reports that can be read on either basis. */
export const hasBasis = (type: ReportType): boolean => type === 'profit-loss' || type === 'sales-tax'

/** How long receivables are overdue, seen from a day: 'current' isn't due yet, 'days1' is 1 to 30 days late, and so on. */
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
 * What figures are made of. Each is a sum of documents' parts, and can be opened to them.
 * - received: money that came, less what went back, each on its own day; sales tax and overpayments are in it
 * - paymentsIn, refundsOut: the two halves of it (the second as a positive sum)
 * - invoiced: the totals of invoices that were issued, by issue date
 * - sales: income without sales tax; accrual: by issue date, less what was refunded of paid invoices; cash: what of the money that came is income
 * - tax: the sales tax of that income
 * - expenses: by expense date
 * - receivable: what invoices ask for at the end of the day `to`
 * - credit: what customers have paid beyond what was asked, at the end of the day `to`; cash: beyond what is income by then
 * - creditChange: by how much that is more at the end of the range than before it
 */
export const figureNames = [
  'received',
  'paymentsIn',
  'refundsOut',
  'invoiced',
  'sales',
  'tax',
  'expenses',
  'receivable',
  'credit',
  'creditChange',
] as const
export type FigureName = (typeof figureNames)[number]

/**
 * Figures that are one less another, and open to the documents of both: the second's are negative.
 * - profit: sales less expenses
 * - balance: receivable less credit, at the end of the day `to`
 */
export const differenceNames = ['profit', 'balance'] as const
export type DifferenceName = (typeof differenceNames)[number]
