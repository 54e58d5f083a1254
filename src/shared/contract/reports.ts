import { z } from 'zod'
import { entryKinds } from '#shared/books.ts'
import { find, findFile, limited, list, post } from '#shared/endpoint.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { ageBuckets, type Basis, bases, combinationNames, figureNames, hasBasis, type ReportType, reportTypes } from '#shared/reports.ts'
import { maxTaxComponents } from '#shared/tax-categories.ts'
import { textLimits } from '#shared/text-limits.ts'
import { emailStates } from './document-emails.ts'
import { reportEndpoints } from './endpoints/reports.ts'
import { amount, calendarDay, currency, dayInput, instant, optionalText, percentInput, rowId, sum, wholeNumber } from './fields.ts'
import { paging } from './lists.ts'

const days = { from: dayInput('From'), to: dayInput('To') }
const refuseReversedRange = <S extends z.ZodType<{ from: string; to: string }>>(schema: S) =>
  schema.refine(({ from, to }) => from <= to, {
    message: 'The end date is before the start date',
    path: ['to'],
  })

export const rangeQuery = refuseReversedRange(z.strictObject(days))

const reportFields = {
  ...days,
  type: z.enum(reportTypes, `type must be one of ${reportTypes.join(', ')}`),
  /** Of Profit & Loss and the sales tax summary; default 'accrual'. */
  basis: z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional(),
  customerId: rowId('Customer').optional(),
}
type ReportFields = { type: ReportType; customerId?: number | undefined; basis?: Basis | undefined }
const refuseUnfitting = <S extends z.ZodType<ReportFields>>(schema: S) =>
  schema
    .refine(({ type, customerId }) => type !== 'statement' || customerId !== undefined, {
      message: 'Choose a customer',
      path: ['customerId'],
    })
    .refine(({ type, customerId }) => type === 'statement' || customerId === undefined, {
      message: 'customerId goes with the type statement only: other reports cover all customers',
      path: ['customerId'],
    })
    .refine(({ type, basis }) => hasBasis(type) || basis === undefined, {
      message: `basis goes with the types ${reportTypes.filter(hasBasis).join(', ')} only`,
      path: ['basis'],
    })
export const reportQuery = refuseUnfitting(refuseReversedRange(z.strictObject(reportFields)))
export const reportFileQuery = refuseUnfitting(
  refuseReversedRange(z.strictObject({ ...reportFields, format: z.enum(['csv', 'pdf'], 'format must be csv or pdf') })),
)

const figureIds = [...figureNames, ...combinationNames] as const
type FigureId = (typeof figureIds)[number]
const figureFields = {
  of: z.enum(figureIds, `of must be one of ${figureIds.join(', ')}`),
  ...days,
  basis: z.enum(bases, `basis must be one of ${bases.join(', ')}`).optional(),
  customerId: rowId('Customer').optional(),
  category: z.enum(expenseCategories, 'Category must be one of the list').optional(),
  /** Of sales and tax: only invoices with this percentage as a whole; 0 for what has no tax. */
  rate: percentInput('Tax rate').optional(),
  /** Of sales and tax: only lines with this rate, and of tax only one of its taxes, counted from 1. */
  taxRateId: rowId('Tax rate').optional(),
  taxComponent: wholeNumber('Tax component', 1, maxTaxComponents).optional(),
  /** Of invoiced: the status as of today. */
  status: z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}`).optional(),
  /** Of receivable: how long overdue on the day `to`. */
  bucket: z.enum(ageBuckets, `bucket must be one of ${ageBuckets.join(', ')}`).optional(),
  /** Of receivable, credit and balance: only these invoices, and the amounts in it. */
  currency: currency.optional(),
}
type FigureFilter = Exclude<keyof typeof figureFields, 'of' | 'from' | 'to'>
const without = (...names: readonly FigureId[]) => figureIds.filter((name) => !names.includes(name))
/** Expenses have no sales tax and no invoice. */
const ofInvoices = without('expenses', 'costs', 'profit')
/** As entered by hand, the same on both bases. */
const byHand = ['otherIncome', 'bankFees', 'interest'] as const
/** Filters that are not listed have an effect on all figures. */
const figuresOfFilter: { [Filter in FigureFilter]?: readonly FigureId[] } = {
  basis: without('received', 'paymentsIn', 'refundsOut', 'invoiced', 'opening', 'expenses', 'fees', 'receivable', ...byHand),
  category: ['expenses'],
  rate: ofInvoices,
  taxRateId: ofInvoices,
  taxComponent: ofInvoices,
  status: ofInvoices,
  bucket: ['receivable'],
  // Only what customers owe has amounts in the currencies of the invoices.
  currency: ['receivable', 'credit', 'balance'],
}
const refuseIgnored = <S extends z.ZodType<{ of: FigureId } & { [Filter in FigureFilter]?: unknown }>>(schema: S) =>
  schema.check(({ value, issues }) => {
    for (const [filter, figures] of Object.entries(figuresOfFilter) as [FigureFilter, readonly FigureId[]][])
      if (value[filter] !== undefined && !figures.includes(value.of))
        issues.push({ code: 'custom', input: value[filter], path: [filter], message: `${filter} goes with ${figures.join(', ')} only` })
  })
export const figureQuery = refuseIgnored(refuseReversedRange(z.strictObject(figureFields)))
export const documentsQuery = refuseIgnored(refuseReversedRange(z.strictObject({ ...figureFields, ...paging })))
export const figureRef = z.object({
  of: z.enum(figureIds),
  from: calendarDay,
  to: calendarDay,
  basis: z.enum(bases).optional(),
  customerId: z.int().optional(),
  category: z.string().optional(),
  rate: z.string().optional(),
  taxRateId: z.int().optional(),
  taxComponent: z.int().optional(),
  status: z.enum(invoiceStatuses).optional(),
  bucket: z.enum(ageBuckets).optional(),
  currency: currency.optional(),
})
export type FigureRef = z.input<typeof figureRef>

const range = z.object({ from: calendarDay, to: calendarDay })

export const reportSummary = z.object({
  range,
  previous: range.nullable(),
  totalRevenue: sum,
  revenuePrevious: sum,
  /** As of now, regardless of the range. */
  outstanding: sum,
  pendingInvoices: z.int(),
  /** Of the current calendar month. */
  paidThisMonth: sum,
  invoicesPaid: z.int(),
  totalExpenses: sum,
  expensesPrevious: sum,
})
export type ReportSummaryWire = z.input<typeof reportSummary>

/** One of text, amount, count or day, or empty. */
const cell = z.object({
  text: z.string().optional(),
  amount: sum.optional(),
  count: z.int().optional(),
  day: calendarDay.optional(),
  figure: figureRef.optional(),
  path: z.string().optional(),
})
export type ReportCellWire = z.input<typeof cell>

export const report = z.object({
  type: z.enum(reportTypes),
  title: z.string(),
  range,
  previous: range.nullable(),
  basis: z.enum(bases).nullable(),
  customer: z.object({ id: z.int(), name: z.string(), email: z.string().nullable() }).nullable(),
  headline: z.array(
    z.object({
      label: z.string(),
      amount: sum.optional(),
      currency: currency.optional(),
      count: z.int().optional(),
      previous: sum.nullable(),
      figure: figureRef.optional(),
    }),
  ),
  chart: z
    .object({
      isStacked: z.boolean(),
      series: z.array(z.object({ key: z.string(), label: z.string() })),
      points: z.array(z.object({ label: z.string(), from: calendarDay.nullable(), to: calendarDay.nullable(), values: z.array(sum) })),
    })
    .nullable(),
  table: z.object({
    columns: z.array(z.object({ key: z.string(), label: z.string(), kind: z.enum(['text', 'amount', 'count', 'day']) })),
    rows: z.array(
      z.object({
        role: z.enum(['row', 'heading', 'subtotal', 'total']),
        cells: z.array(cell),
        /** If it isn't that of the business; on statements with several currencies each row has one. */
        currency: currency.optional(),
      }),
    ),
    /** Rows were left out; the CSV file has all of them. */
    isCut: z.boolean(),
  }),
  notes: z.array(z.string()),
})
export type ReportWire = z.input<typeof report>
export type Report = z.output<typeof report>

export const figureDocument = z.object({
  kind: z.enum(entryKinds),
  id: z.int(),
  title: z.string(),
  name: z.string().nullable(),
  day: calendarDay,
  amount,
  path: z.string().nullable(),
})
export const figureDocuments = z.object({
  /** Of all documents, not only of this page. */
  sum,
  count: z.int(),
  rows: z.array(figureDocument),
  next: z.string().nullable(),
})
export type FigureDocumentsWire = z.input<typeof figureDocuments>

export const statementEmail = z.object({
  id: z.int(),
  customerId: z.int(),
  from: calendarDay,
  to: calendarDay,
  toAddress: z.string(),
  state: z.enum(emailStates),
  reason: z.string().nullable(),
  queuedAt: instant,
})
export const statementEmailInput = refuseReversedRange(
  z.strictObject({ ...days, customerId: rowId('Customer'), message: optionalText('Message', textLimits.statementMessage) }),
)

export const reportsApi = {
  read: find(reportEndpoints.read, reportQuery, report),
  summary: find(reportEndpoints.summary, rangeQuery, reportSummary),
  documents: find(reportEndpoints.documents, documentsQuery, figureDocuments),
  export: findFile(reportEndpoints.export, reportFileQuery),
  emailStatement: limited('emails', post(reportEndpoints.emailStatement, statementEmailInput, statementEmail, { status: 201 })),
  statementEmails: list(reportEndpoints.statementEmails, z.strictObject({ customerId: rowId('Customer'), ...paging }), statementEmail),
}
