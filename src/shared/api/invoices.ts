import { z } from 'zod'
import { file, get, list, noBody, post } from '../endpoint.ts'
import { invoiceStatuses } from '../invoice-rules.ts'
import {
  amount,
  amountInput,
  calendarDay,
  dayInput,
  decimal,
  optionalText,
  quantityInput,
  requiredText,
  rowId,
  taxRateInput,
  version,
} from './fields.ts'
import { paging, searchFilter, sortBy } from './lists.ts'

export const lineItemInput = z.strictObject({
  itemId: rowId('Item').nullish(),
  description: requiredText('Description', 2000),
  quantity: quantityInput('Quantity', { min: 1, belowMin: 'Quantity must be positive' }),
  unitPrice: amountInput('Unit price', { belowMin: 'Unit price must be positive' }),
  /** May be sent, and must then be what the server computes. */
  total: amountInput('Line total').optional(),
})

/** What the Create New Invoice form asks for; the call adds the totals that it shows. */
export const invoiceForm = z.strictObject({
  customerId: rowId('Customer'),
  invoiceNumber: requiredText('Invoice number', 50),
  issueDate: dayInput('Issue date'),
  dueDate: dayInput('Due date'),
  taxRate: taxRateInput.default(0),
  /** The tax as shown. When it isn't rate x subtotal, it is a custom amount that the user typed. */
  taxAmount: amountInput('Tax amount').optional(),
  notes: optionalText('Notes', 10_000),
  terms: optionalText('Payment terms', 10_000),
  lineItems: z.array(lineItemInput).min(1, 'At least one line item is required').max(1000, 'An invoice can have at most 1,000 lines'),
})

export const invoiceInput = invoiceForm.extend({
  status: z.enum(['draft', 'sent'], "Status must be 'draft' or 'sent' for a new invoice").default('draft'),
  subtotal: amountInput('Subtotal').optional(),
  total: amountInput('Total').optional(),
})
export type InvoiceInput = z.output<typeof invoiceInput>

export const lineItem = z.object({
  id: z.int(),
  itemId: z.int().nullable(),
  description: z.string(),
  quantity: decimal,
  unitPrice: amount,
  total: amount,
})

export const invoice = z.object({
  id: z.int(),
  version,
  customerId: z.int(),
  invoiceNumber: z.string(),
  status: z.enum(invoiceStatuses),
  issueDate: calendarDay,
  dueDate: calendarDay,
  subtotal: amount,
  taxRate: decimal,
  taxAmount: amount,
  total: amount,
  amountPaid: amount,
  balanceDue: amount,
  notes: z.string().nullable(),
  terms: z.string().nullable(),
  paymentUrl: z.string().nullable(),
  customer: z.object({ name: z.string(), email: z.string().nullable() }),
  lineItems: z.array(lineItem),
})
export type InvoiceWire = z.input<typeof invoice>

export const invoiceSorts = ['issueDate', 'dueDate', 'invoiceNumber', 'customer', 'total'] as const
/** Which invoices: a part of the number or the customer's name, and a status as of today. */
export const invoiceQuery = z.strictObject({
  ...searchFilter,
  status: z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}`).optional(),
  sort: sortBy(invoiceSorts),
  ...paging,
})

export const emailOutcome = z.object({
  /** The address that the e-mail goes to, or null when the customer has none and nothing was sent. */
  emailedTo: z.string().nullable(),
})

export const invoicesApi = {
  list: list('/api/invoices', invoiceQuery, invoice),
  /** A create with status 'sent' really sends: the reply says to which address. */
  create: post('/api/invoices', invoiceInput, invoice.extend(emailOutcome.shape), { status: 201 }),
  /** The next number that is free, for a new dialog. */
  nextNumber: get('/api/invoices/next-number', z.object({ invoiceNumber: z.string() })),
  sendEmail: post(
    '/api/invoices/:id/send-email',
    // The body is what the caller believes; the e-mail goes to the address on the customer's record.
    z
      .strictObject({ customerEmail: z.string().nullish(), customerName: z.string().nullish(), invoiceNumber: z.string().nullish() })
      .optional(),
    z.object({ message: z.string(), emailedTo: z.string() }),
  ),
  pdf: file('/api/invoices/:id/pdf'),
  /** `ref` is the owner's row number or the customer's public id. */
  createPayment: post('/api/invoices/:ref/create-payment', noBody, z.object({ paymentUrl: z.string() }), { access: 'public' }),
  /** For a public id: asks the provider what happened and answers the true state. */
  markPaid: post(
    '/api/invoices/:ref/mark-paid',
    noBody,
    z.object({ status: z.enum(['paid', 'pending', 'open']), amountPaid: amount, balanceDue: amount }),
    { access: 'public' },
  ),
}
