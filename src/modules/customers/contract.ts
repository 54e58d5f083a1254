import { z } from 'zod'
import { plainFilter, plainSummary, recordApi, recordSchemas, versioned } from '#kit/contract/record-contract.ts'
import { bouncedAddress, tryAddressInput } from '#shared/contract/bounced-addresses.ts'
import { amount, calendarDay, checkVatId, currency, optionalText, percent, rowId, sum } from '#shared/contract/fields.ts'
import { recordedTransfer, transferInput } from '#shared/contract/invoice-payments.ts'
import { paging, sortBy } from '#shared/contract/lists.ts'
import { creditApplication, customerCredit, settledBy } from '#shared/contract/settlements.ts'
import { del, get, limited, list, noBody, post } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { invoiceKinds, invoiceStatuses } from '#shared/invoice-rules.ts'
import { customerEndpoints, customerModel } from './model.ts'
import { findTermsProblem } from './rules.ts'

const { input, reply } = recordSchemas(customerModel.fields)
/** The fields alone; `customerInput` also compares those that depend on each other. */
export const customerFields = input
type Compared = Parameters<typeof checkVatId>[0] & Parameters<typeof findTermsProblem>[0]
export const checkCustomer = (customer: Compared, context: Parameters<typeof checkVatId>[1]): void => {
  checkVatId(customer, context)
  const problem = findTermsProblem(customer)
  if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message })
}
export const customerInput = input.superRefine(checkCustomer)
export const customer = reply
export type Customer = z.output<typeof customer>
/** Balances due of sent invoices by currency; `homeBalance` is at the rates of the invoices. Only currencies in which something is due. */
const balances = z.array(z.object({ currency, balance: sum, homeBalance: sum }))
export type CustomerBalances = z.input<typeof balances>
/** A customer in the list, with what they owe today. */
export const customerRow = customer.extend({
  /** Balance due of sent invoices, in the home currency. */
  balanceDue: sum,
  /** The overdue part of `balanceDue`. */
  overdue: sum,
  balances,
})

/** Figures in the home currency over all documents of a customer that aren't deleted. */
export const customerFigures = z.object({
  /** Total of issued invoices. */
  invoiced: sum,
  /** Payments minus refunds. */
  paid: sum,
  /** Balance due of sent invoices. */
  balanceDue: sum,
  /** The overdue part of `balanceDue`. */
  overdue: sum,
  /** What was paid or credited beyond what was invoiced. */
  credit: sum,
  balances,
  /** Total of expenses for this customer. */
  expenses: sum,
  invoiceCount: z.int(),
  estimateCount: z.int(),
  expenseCount: z.int(),
})
/** An invoice in the list on the customer's page. */
export const customerInvoice = z.object({
  id: z.int(),
  invoiceNumber: z.string(),
  kind: z.enum(invoiceKinds),
  status: z.enum(invoiceStatuses),
  issueDate: calendarDay,
  dueDate: calendarDay,
  currency,
  total: amount,
  withheld: amount,
  balanceDue: amount,
  settledBy,
  /** The discount for early payment, of which a payment until the day may be short; null for none. */
  earlyDiscount: z.object({ percent, day: calendarDay, discount: amount, amount }).nullable(),
})
export const customerEstimate = z.object({
  id: z.int(),
  estimateNumber: z.string(),
  status: z.enum(estimateStatuses),
  issueDate: calendarDay,
  expiryDate: calendarDay,
  currency,
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
const invoicePage = page.extend({
  /** Only those that are sent and have a balance due. */
  open: z
    .enum(['true', 'false'], 'open must be true or false')
    .transform((text) => text === 'true')
    .optional(),
})

const rowsMessage = 'rows must be a list of 1 to 10,000 rows'
/** Rows about to be saved: one from a form, or those of an import. */
export const similarInput = z.strictObject({
  rows: z
    .array(z.strictObject({ name: optionalText('Name', 200), email: optionalText('Email', 254) }), rowsMessage)
    .min(1, rowsMessage)
    .max(10_000, rowsMessage),
  /** The customer being edited, which is excluded from the search. */
  customerId: rowId('Customer').optional(),
  /** Whether to ignore rows with both name and email of an existing customer, which the import skips. */
  skipExisting: z.boolean('skipExisting must be true or false').default(false),
})
/** Maximum number of matches listed. */
export const maxSimilar = 100
export const similarCustomers = z.object({
  /** Number of rows that match a customer. */
  total: z.int(),
  /** The first matches: index of the row in the request, matching field and customer's name. */
  found: z.array(z.object({ row: z.int(), by: z.enum(['email', 'name']), customer: z.string() })),
})

export const customersApi = {
  ...recordApi(customerEndpoints, {
    input: customerInput,
    update: customerFields.extend(versioned).superRefine(checkCustomer),
    reply: customer,
    row: customerRow,
    sorted: plainFilter.extend({ sort: sortBy(customerModel.list.sorts) }),
    filter: plainFilter,
    summary: plainSummary,
  }),
  /** Customers with the same email or name, to warn about duplicates. */
  similar: post(customerEndpoints.similar, similarInput, similarCustomers, { maxBytes: 8 * 1_048_576 }),
  figures: get(customerEndpoints.figures, customerFigures),
  /** Credit that has not been applied, by the invoice that it comes from, oldest first. */
  credit: get(customerEndpoints.credit, z.array(customerCredit)),
  /** Applies the credit to the customer's invoices with a balance due, those first that are due first. 409 when none of it can be applied. */
  applyCredit: post(customerEndpoints.applyCredit, noBody, z.array(creditApplication)),
  /** For several of the customer's invoices, or for none yet: then it becomes a retainer. 409 for one that is not due. */
  recordPayment: post(customerEndpoints.recordPayment, transferInput, recordedTransfer, { status: 201 }),
  /** Undoes all parts of a transfer that stand. 409 where the credit of one was applied. */
  voidPayment: del(customerEndpoints.voidPayment),
  /** Newest first. */
  invoices: list(customerEndpoints.invoices, invoicePage, customerInvoice),
  estimates: list(customerEndpoints.estimates, page, customerEstimate),
  expenses: list(customerEndpoints.expenses, page, customerExpense),
  /** The customer's addresses that get no emails. */
  bounces: get(customerEndpoints.bounces, z.array(bouncedAddress)),
  /** Allows emails to an address again. Replies with the addresses that get none. */
  tryAddress: limited('tries of addresses', post(customerEndpoints.tryAddress, tryAddressInput, z.array(bouncedAddress))),
}
