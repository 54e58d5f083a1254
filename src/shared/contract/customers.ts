import { z } from 'zod'
import { del, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { textLimits } from '#shared/text-limits.ts'
import { contactInput, contactReply } from './contact.ts'
import { customerEndpoints } from './endpoints/customers.ts'
import { amount, calendarDay, optionalText, requiredText, rowId, version } from './fields.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

export const customerInput = z.strictObject({
  name: requiredText('Name', textLimits.name),
  company: optionalText('Company', textLimits.name),
  ...contactInput,
})
export const customer = z.object({
  id: z.int(),
  version,
  name: z.string(),
  company: z.string().nullable(),
  ...contactReply,
})
export type Customer = z.output<typeof customer>

export const customerSorts = ['name', 'company', 'email', 'created'] as const
export const customerFilter = z.strictObject({ ...searchFilter, sort: sortBy(customerSorts) })
export const customerQuery = customerFilter.extend(paging)

/** What a customer was asked for and what came, over all their papers that are not deleted. */
export const customerFigures = z.object({
  /** Total of the invoices that were sent. */
  invoiced: amount,
  /** Money that came, net of refunds. */
  paid: amount,
  /** What sent invoices still ask for. */
  balanceDue: amount,
  /** Of that, what is past its due date. */
  overdue: amount,
  /** Total of the expenses that were noted for this customer. */
  expenses: amount,
  invoiceCount: z.int(),
  estimateCount: z.int(),
  expenseCount: z.int(),
})
/** An invoice as the customer's page lists it. */
export const customerInvoice = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  issueDate: calendarDay,
  dueDate: calendarDay,
  total: amount,
  balanceDue: amount,
})
export const customerEstimate = z.object({
  id: z.int(),
  estimateNumber: z.string(),
  status: z.enum(estimateStatuses),
  issueDate: calendarDay,
  expiryDate: calendarDay,
  total: amount,
})
export const customerExpense = z.object({
  id: z.int(),
  description: z.string(),
  category: z.string(),
  expenseDate: calendarDay,
  vendor: z.string().nullable(),
  amount,
})
const page = z.strictObject(paging)

const rowsWords = 'rows must be a list of 1 to 10,000 rows'
/** Rows that are about to be saved: one of a form, or those of an import. */
export const similarInput = z.strictObject({
  rows: z
    .array(z.strictObject({ name: optionalText('Name', 200), email: optionalText('Email', 254) }), rowsWords)
    .min(1, rowsWords)
    .max(10_000, rowsWords),
  /** The customer that is edited. */
  customerId: rowId('Customer').optional(),
  /** Rows with the name and the email of a customer will be skipped, and count for nothing. */
  skipExisting: z.boolean('skipExisting must be true or false').default(false),
})
/** The most that are listed. */
export const maxSimilar = 100
export const similarCustomers = z.object({
  /** How many of the rows share something with a customer. */
  total: z.int(),
  /** The first of them, by their place in the request: what they share, and with whom. */
  found: z.array(z.object({ row: z.int(), by: z.enum(['email', 'name']), customer: z.string() })),
})

export const customersApi = {
  list: list(customerEndpoints.list, customerQuery, customer),
  /** How many there are; asked beside the list, so that the first rows needn't wait for the counting. */
  summary: find(customerEndpoints.summary, z.strictObject(searchFilter), z.object({ count: z.int() })),
  /** The list as a CSV file. */
  export: findFile(customerEndpoints.export, customerFilter),
  /** Customers with the same email or name, so that a second one can be pointed out. */
  similar: post(customerEndpoints.similar, similarInput, similarCustomers, { maxBytes: 8 * 1_048_576 }),
  one: get(customerEndpoints.one, customer),
  figures: get(customerEndpoints.figures, customerFigures),
  /** Newest first. */
  invoices: list(customerEndpoints.invoices, page, customerInvoice),
  estimates: list(customerEndpoints.estimates, page, customerEstimate),
  expenses: list(customerEndpoints.expenses, page, customerExpense),
  create: post(customerEndpoints.create, customerInput, customer, { status: 201 }),
  update: put(customerEndpoints.update, customerInput.extend({ version: version.optional() }), customer),
  remove: del(customerEndpoints.remove),
  /** Undoes a deletion: the record is back as it was, under its own id. */
  restore: post(customerEndpoints.restore, noBody, customer),
}
