import { z } from 'zod'
import { find, findFile, list, post } from '#shared/endpoint.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { ageBuckets, bases, differenceNames, figureNames, reportTypes } from '#shared/reports.ts'
import { textLimits } from '#shared/text-limits.ts'
import { reportEndpoints } from './endpoints/reports.ts'
import { amount, calendarDay, dayInput, instant, optionalText, rowId, taxRateInput } from './fields.ts'
import { paging } from './lists.ts'

const days = { from: dayInput('From'), to: dayInput('To') }
/** A range that ends before it starts is refused. */
const inOrder = <S extends z.ZodType<{ from: string; to: string }>>(schema: S) =>
  schema.refine(({ from, to }) => from <= to, {
    message: 'The range ends before it starts: choose a last day that is not before the first',
    path: ['to'],
  })

/** A range of days; both ends belong to it. */
export const rangeQuery = inOrder(z.strictObject(days))

const reportFields = {
  ...days,
  type: z.enum(reportTypes, `type must be one of ${reportTypes.join(', ')}`),
  /** Profit & Loss and the sales tax summary; 'accrual' unless said otherwise. */
  basis: z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional(),
  /** Whose statement it is; the others are of all customers. */
  customerId: rowId('Customer').optional(),
}
/** A statement is always somebody's. */
const ofSomebody = <S extends z.ZodType<{ type: string; customerId?: number | undefined }>>(schema: S) =>
  schema.refine(({ type, customerId }) => type !== 'statement' || customerId !== undefined, {
    message: 'Choose a customer',
    path: ['customerId'],
  })
export const reportQuery = ofSomebody(inOrder(z.strictObject(reportFields)))
export const reportFileQuery = ofSomebody(
  inOrder(z.strictObject({ ...reportFields, format: z.enum(['csv', 'pdf'], 'format must be csv or pdf') })),
)

const openable = [...figureNames, ...differenceNames] as const
/** Names a figure exactly: which sum, of which days, of which documents. What opens it to them sends this back. */
const figureFields = {
  of: z.enum(openable, `of must be one of ${openable.join(', ')}`),
  ...days,
  basis: z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional(),
  customerId: rowId('Customer').optional(),
  category: z.enum(expenseCategories, 'Category must be one of the list').optional(),
  /** Of sales and tax: documents of this rate only. */
  rate: taxRateInput.optional(),
  /** Of invoiced: as the invoices stand today. */
  status: z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}`).optional(),
  /** Of receivable: how late they are on the day `to`. */
  bucket: z.enum(ageBuckets, `bucket must be one of ${ageBuckets.join(', ')}`).optional(),
}
export const figureQuery = inOrder(z.strictObject(figureFields))
export const documentsQuery = inOrder(z.strictObject({ ...figureFields, ...paging }))
/** As it travels in a report's cell. */
export const figureRef = z.object({
  of: z.enum(openable),
  from: calendarDay,
  to: calendarDay,
  basis: z.enum(bases).optional(),
  customerId: z.int().optional(),
  category: z.string().optional(),
  rate: z.string().optional(),
  status: z.enum(invoiceStatuses).optional(),
  bucket: z.enum(ageBuckets).optional(),
})
export type FigureRef = z.input<typeof figureRef>

const range = z.object({ from: calendarDay, to: calendarDay })

/** The four cards above every report. */
export const reportSummary = z.object({
  range,
  /** What the captions compare with; null when there is no such range. */
  previous: range.nullable(),
  totalRevenue: amount,
  revenuePrevious: amount,
  /** Now, whatever the range: the same figure as on the dashboard. */
  outstanding: amount,
  pendingInvoices: z.int(),
  /** Of the calendar month that today is in: the same figure as on the dashboard. */
  paidThisMonth: amount,
  invoicesPaid: z.int(),
  totalExpenses: amount,
  expensesPrevious: amount,
})
export type ReportSummaryWire = z.input<typeof reportSummary>

/** One cell of a report's table: one of text, amount, count or day, or nothing at all. */
const cell = z.object({
  text: z.string().optional(),
  amount: amount.optional(),
  count: z.int().optional(),
  day: calendarDay.optional(),
  /** The documents that the amount is the sum of can be asked for by this. */
  figure: figureRef.optional(),
  /** Where the record is that the cell speaks of. */
  path: z.string().optional(),
})
export type ReportCellWire = z.input<typeof cell>

export const report = z.object({
  type: z.enum(reportTypes),
  title: z.string(),
  range,
  previous: range.nullable(),
  basis: z.enum(bases).nullable(),
  /** Whose statement it is. */
  customer: z.object({ id: z.int(), name: z.string(), email: z.string().nullable() }).nullable(),
  /** The figures that the eye should meet first. */
  headline: z.array(
    z.object({
      label: z.string(),
      amount: amount.optional(),
      count: z.int().optional(),
      previous: amount.nullable(),
      figure: figureRef.optional(),
    }),
  ),
  chart: z
    .object({
      /** Parts of one bar that lie on each other, or bars side by side. */
      isStacked: z.boolean(),
      series: z.array(z.object({ key: z.string(), label: z.string() })),
      points: z.array(z.object({ label: z.string(), from: calendarDay.nullable(), to: calendarDay.nullable(), values: z.array(amount) })),
    })
    .nullable(),
  table: z.object({
    columns: z.array(z.object({ key: z.string(), label: z.string(), kind: z.enum(['text', 'amount', 'count', 'day']) })),
    rows: z.array(z.object({ role: z.enum(['row', 'heading', 'subtotal', 'total']), cells: z.array(cell) })),
    /** There are more rows than are shown here; the CSV file has all of them. */
    isCut: z.boolean(),
  }),
  /** Sentences that say what the figures mean. */
  notes: z.array(z.string()),
})
export type ReportWire = z.input<typeof report>
export type Report = z.output<typeof report>

/** A document, or the part of it, that a figure is the sum of. */
export const figureDocument = z.object({
  kind: z.enum(['invoice', 'payment', 'refund', 'expense']),
  /** Of the invoice or the expense. */
  id: z.int(),
  /** The invoice's number, or what the expense was for. */
  title: z.string(),
  /** Customer or vendor. */
  name: z.string().nullable(),
  day: calendarDay,
  amount,
  /** Where the record is; null when it was deleted. */
  path: z.string().nullable(),
})
export const figureDocuments = z.object({
  /** What all of them come to, not only those of this page: the figure itself. */
  sum: amount,
  count: z.int(),
  rows: z.array(figureDocument),
  /** Where the next page begins. */
  next: z.string().nullable(),
})
export type FigureDocumentsWire = z.input<typeof figureDocuments>

export const statementEmail = z.object({
  id: z.int(),
  customerId: z.int(),
  from: calendarDay,
  to: calendarDay,
  toAddress: z.string(),
  state: z.enum(['queued', 'accepted', 'failed']),
  reason: z.string().nullable(),
  queuedAt: instant,
})
export const statementEmailInput = inOrder(
  z.strictObject({ ...days, customerId: rowId('Customer'), message: optionalText('Message', textLimits.statementMessage) }),
)

export const reportsApi = {
  read: find(reportEndpoints.read, reportQuery, report),
  summary: find(reportEndpoints.summary, rangeQuery, reportSummary),
  documents: find(reportEndpoints.documents, documentsQuery, figureDocuments),
  /** What is shown, as a file; the CSV one has every row. */
  export: findFile(reportEndpoints.export, reportFileQuery),
  /** Sends a customer his statement, to the address on his record. */
  emailStatement: post(reportEndpoints.emailStatement, statementEmailInput, statementEmail, { status: 201 }),
  statementEmails: list(reportEndpoints.statementEmails, z.strictObject({ customerId: rowId('Customer'), ...paging }), statementEmail),
}
