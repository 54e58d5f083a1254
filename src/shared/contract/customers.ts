import { z } from 'zod'
import { maxOtherEmails } from '#shared/email-addresses.ts'
import { del, find, findFile, get, list, noBody, post, put } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { invoiceKinds, invoiceStatuses } from '#shared/invoice-rules.ts'
import { textLimits } from '#shared/text-limits.ts'
import { bouncedAddress, tryAddressInput } from './bounced-addresses.ts'
import { creditApplication, customerCredit } from './credit-applications.ts'
import { historyEvent } from './document-history.ts'
import { customerEndpoints } from './endpoints/customers.ts'
import {
  amount,
  calendarDay,
  checkVatId,
  contactInput,
  contactReply,
  currency,
  emailList,
  optionalText,
  requiredText,
  rowId,
  sum,
  taxContactInput,
  taxContactReply,
  taxRateReference,
  version,
} from './fields.ts'
import { paging, searchFilter, sortBy } from './lists.ts'
import { settledBy } from './write-offs.ts'

/** The fields alone; `customerInput` also compares the VAT id with the country. */
export const customerFields = z.strictObject({
  name: requiredText('Name', textLimits.name),
  company: optionalText('Company', textLimits.name),
  /** The person that emails greet; without it the name. */
  contactName: optionalText('Contact person', textLimits.name),
  ...contactInput,
  /** Further addresses that documents can be sent to, separated by commas. */
  otherEmails: emailList('Other recipients', maxOtherEmails),
  ...taxContactInput,
  /** In a register of companies, or a tax number that is no VAT id. */
  registrationId: optionalText('Registration id', textLimits.taxNumber),
  /** The rate of new lines for this customer. */
  taxRateId: taxRateReference,
  /** The currency of new documents for this customer; '' for the home currency. */
  currency: z.union([z.literal('').transform(() => null), currency], 'Currency must be a code of ISO 4217, like EUR, or empty').nullish(),
  /** Whether this customer gets no monthly statements. */
  statementsOff: z.boolean('statementsOff must be true or false').optional(),
})
export const customerInput = customerFields.superRefine(checkVatId)
export const customerUpdate = customerFields.extend({ version: version.optional() }).superRefine(checkVatId)
export const customer = z.object({
  id: z.int(),
  version,
  name: z.string(),
  company: z.string().nullable(),
  contactName: z.string().nullable(),
  ...contactReply,
  otherEmails: z.string().nullable(),
  ...taxContactReply,
  registrationId: z.string().nullable(),
  taxRateId: z.int().nullable(),
  currency: currency.nullable(),
  statementsOff: z.boolean(),
})
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

export const customerSorts = ['name', 'company', 'email', 'created'] as const
export const customerFilter = z.strictObject({ ...searchFilter, sort: sortBy(customerSorts) })
export const customerQuery = customerFilter.extend(paging)

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
  balanceDue: amount,
  settledBy,
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
  list: list(customerEndpoints.list, customerQuery, customerRow),
  /** The count, in its own request so that the first rows don't wait for it. */
  summary: find(customerEndpoints.summary, z.strictObject(searchFilter), z.object({ count: z.int() })),
  /** The list as a CSV file. */
  export: findFile(customerEndpoints.export, customerFilter),
  /** Customers with the same email or name, to warn about duplicates. */
  similar: post(customerEndpoints.similar, similarInput, similarCustomers, { maxBytes: 8 * 1_048_576 }),
  one: get(customerEndpoints.one, customer),
  /** Newest first. */
  history: get(customerEndpoints.history, z.array(historyEvent)),
  figures: get(customerEndpoints.figures, customerFigures),
  /** Credit that has not been applied, by the invoice that it comes from, oldest first. */
  credit: get(customerEndpoints.credit, z.array(customerCredit)),
  /** Applies the credit to the customer's invoices with a balance due, those first that are due first. 409 when none of it can be applied. */
  applyCredit: post(customerEndpoints.applyCredit, noBody, z.array(creditApplication)),
  /** Newest first. */
  invoices: list(customerEndpoints.invoices, page, customerInvoice),
  estimates: list(customerEndpoints.estimates, page, customerEstimate),
  expenses: list(customerEndpoints.expenses, page, customerExpense),
  /** The customer's addresses that get no emails. */
  bounces: get(customerEndpoints.bounces, z.array(bouncedAddress)),
  /** Allows emails to an address again. Replies with the addresses that get none. */
  tryAddress: post(customerEndpoints.tryAddress, tryAddressInput, z.array(bouncedAddress)),
  create: post(customerEndpoints.create, customerInput, customer, { status: 201 }),
  update: put(customerEndpoints.update, customerUpdate, customer),
  remove: del(customerEndpoints.remove),
  /** Undoes a deletion; the record keeps its id. */
  restore: post(customerEndpoints.restore, noBody, customer),
}
