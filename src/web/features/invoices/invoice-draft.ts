import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { type InvoiceInput, invoiceForm } from '#shared/api/invoices.ts'
import { addDays, today } from '#shared/dates.ts'
import { invoiceTotals } from '#shared/invoice-totals.ts'
import { maxCents, toDecimal } from '#shared/money.ts'
import { emptyLine, isTooLarge, type PaperDraft } from '#web/paper/draft.ts'

/** Days between issue and due date until somebody types another due date. */
export const dueAfterDays = 30

/** The form as it is being typed. */
export type InvoiceDraft = PaperDraft & {
  customerId: string
  invoiceNumber: string
  issueDate: string
  dueDate: string
  notes: string
  terms: string
}

/** A new form, dated today where the user is. */
export const newDraft = (
  invoiceNumber: string,
  now = new Date(),
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): InvoiceDraft => {
  const issueDate = today(now, timeZone)
  return {
    customerId: '',
    invoiceNumber,
    issueDate,
    dueDate: addDays(issueDate, dueAfterDays),
    taxRate: '0',
    taxAmount: '0.00',
    notes: '',
    terms: '',
    lineItems: [emptyLine],
  }
}

const tooLarge = (words: string) => `${words} must be at most 99,999,999.99`

/** What the form must satisfy: the contract, and sums that can be stored. */
const schema = invoiceForm.check(({ value, issues }) => {
  const refuse = (path: PropertyKey[], message: string) => issues.push({ code: 'custom', input: value, path, message })
  const lines = pricedLines(value)
  for (const [i, line] of lines.entries()) if (isTooLarge(line)) refuse(['lineItems', i, 'unitPrice'], tooLarge('Line total'))
  if (lines.some(isTooLarge)) return
  const { subtotal, total } = totalsOf(value)
  if (subtotal > maxCents) refuse(['lineItems', value.lineItems.length - 1, 'unitPrice'], tooLarge('Subtotal'))
  else if (total > maxCents) refuse(['taxAmount'], tooLarge('Total'))
})
export type CheckedInvoice = z.output<typeof schema>

const pricedLines = ({ lineItems }: CheckedInvoice) =>
  lineItems.map(({ quantity, unitPrice }) => ({ quantityHundredths: quantity, unitPrice }))
const totalsOf = (form: CheckedInvoice) => invoiceTotals(pricedLines(form), form.taxRate, form.taxAmount)

const check = zodResolver(schema)
/** An emptied rate or tax means none. */
export const invoiceResolver: Resolver<InvoiceDraft, unknown, CheckedInvoice> = (draft, context, options) =>
  check(
    { ...draft, taxRate: draft.taxRate.trim() || '0', taxAmount: draft.taxAmount.trim() || '0' },
    context,
    options as Parameters<typeof check>[2],
  ) as ReturnType<Resolver<InvoiceDraft, unknown, CheckedInvoice>>

/** The call's body: what was typed, and the sums as the form shows them. */
export const createBody = (form: CheckedInvoice, status: InvoiceInput['status']) => {
  const totals = totalsOf(form)
  return {
    ...form,
    status,
    taxRate: toDecimal(form.taxRate),
    taxAmount: toDecimal(totals.tax),
    subtotal: toDecimal(totals.subtotal),
    total: toDecimal(totals.total),
    lineItems: form.lineItems.map((line, i) => ({
      ...line,
      quantity: toDecimal(line.quantity),
      unitPrice: toDecimal(line.unitPrice),
      total: toDecimal(totals.lines[i]!),
    })),
  }
}
