import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { type InvoiceInput, type InvoiceWire, invoiceEditForm, invoiceForm } from '#shared/api/invoices.ts'
import { addDays, type Day, isDay, today } from '#shared/dates.ts'
import { type InvoiceStatus, mayHaveQuantity } from '#shared/invoice-rules.ts'
import { invoiceTotals } from '#shared/invoice-totals.ts'
import { maxCents, parseFixed, toDecimal } from '#shared/money.ts'
import { emptyLine, isTooLarge, type PaperDraft } from '#web/paper/draft.ts'

/** Days between issue and due date until somebody types another due date. */
export const dueAfterDays = 30

/** The form as it is being typed. */
export type InvoiceDraft = PaperDraft & {
  customerId: string
  invoiceNumber: string
  issueDate: string
  dueDate: string
  /** Of an edit; a new invoice's is the button that was pressed. */
  status: InvoiceStatus
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
    status: 'draft',
    taxRate: '0',
    taxAmount: '0.00',
    notes: '',
    terms: '',
    lineItems: [emptyLine],
  }
}

/** "1.50" -> "1.5", "30.00" -> "30": as a person would type it. */
const typed = (decimal: string) => decimal.replace(/\.?0+$/, '')

/** A saved invoice as the form shows it. */
export const savedDraft = (invoice: InvoiceWire): InvoiceDraft => ({
  customerId: String(invoice.customerId),
  invoiceNumber: invoice.invoiceNumber,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  status: invoice.status,
  taxRate: typed(invoice.taxRate) || '0',
  taxAmount: invoice.taxAmount,
  notes: invoice.notes ?? '',
  terms: invoice.terms ?? '',
  lineItems: invoice.lineItems.map(({ itemId, description, quantity, unitPrice }) => ({
    itemId,
    description,
    quantity: typed(quantity),
    unitPrice,
  })),
})

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
/** How many days after its issue an invoice is due. */
export const daysToPay = ({ issueDate, dueDate }: Pick<InvoiceWire, 'issueDate' | 'dueDate'>): number =>
  dayNumber(dueDate) - dayNumber(issueDate)

/** `days` later, or the same day where there is no such day. */
export const dueAfter = (issueDate: Day, days: number): Day => {
  try {
    return addDays(issueDate, days)
  } catch {
    return issueDate
  }
}

/** A new form that repeats an invoice: all but number, dates and status. */
export const copyDraft = (invoice: InvoiceWire, fresh: InvoiceDraft): InvoiceDraft => ({
  ...savedDraft(invoice),
  invoiceNumber: fresh.invoiceNumber,
  issueDate: fresh.issueDate,
  dueDate: isDay(fresh.issueDate) ? dueAfter(fresh.issueDate, daysToPay(invoice)) : fresh.dueDate,
  status: 'draft',
})

const tooLarge = (words: string) => `${words} must be at most 99,999,999.99`
type Refuse = (path: PropertyKey[], message: string) => unknown

const checkSums = (form: CheckedInvoice, refuse: Refuse) => {
  const lines = pricedLines(form)
  for (const [i, line] of lines.entries()) if (isTooLarge(line)) refuse(['lineItems', i, 'unitPrice'], tooLarge('Line total'))
  if (lines.some(isTooLarge)) return
  const { subtotal, total } = totalsOf(form)
  if (subtotal > maxCents) refuse(['lineItems', form.lineItems.length - 1, 'unitPrice'], tooLarge('Subtotal'))
  else if (total > maxCents) refuse(['taxAmount'], tooLarge('Total'))
}

/** What the form must satisfy: the contract, and sums that can be stored. */
const createSchema = invoiceForm.check(({ value, issues }) =>
  checkSums(value, (path, message) => issues.push({ code: 'custom', input: value, path, message })),
)
/** The same for an edit; `saved` are the lines that it began from. */
const editSchema = (saved: readonly { quantity: number }[]) =>
  invoiceEditForm.check(({ value, issues }) => {
    const refuse: Refuse = (path, message) => issues.push({ code: 'custom', input: value, path, message })
    for (const [i, { quantity }] of value.lineItems.entries()) {
      const may = mayHaveQuantity(quantity, saved)
      if (may !== true) refuse(['lineItems', i, 'quantity'], may)
    }
    checkSums(value, refuse)
  })
export type CheckedInvoice = z.output<typeof invoiceForm>
export type CheckedEdit = z.output<typeof invoiceEditForm>

const pricedLines = ({ lineItems }: CheckedInvoice) =>
  lineItems.map(({ quantity, unitPrice }) => ({ quantityHundredths: quantity, unitPrice }))
const totalsOf = (form: CheckedInvoice) => invoiceTotals(pricedLines(form), form.taxRate, form.taxAmount)

/** An emptied rate or tax means none. */
const filled = <D extends Omit<InvoiceDraft, 'status'>>(draft: D): D => ({
  ...draft,
  taxRate: draft.taxRate.trim() || '0',
  taxAmount: draft.taxAmount.trim() || '0',
})

const resolved = <Checked extends FieldValues>(schema: z.ZodType<Checked>, prepare: (draft: InvoiceDraft) => object) => {
  const check = zodResolver(schema as never) as unknown as Resolver<InvoiceDraft, unknown, Checked>
  const resolver: Resolver<InvoiceDraft, unknown, Checked> = (draft, context, options) =>
    check(prepare(draft) as InvoiceDraft, context, options)
  return resolver
}

export const invoiceResolver = resolved<CheckedInvoice>(createSchema, ({ status: _, ...draft }) => filled(draft))
/** @param saved the lines that the edit began from, whose quantities below 1 stay valid */
export const editResolver = (saved: InvoiceWire['lineItems']) =>
  resolved<CheckedEdit>(editSchema(saved.map(({ quantity }) => ({ quantity: parseFixed(quantity, 2) }))), filled)

/** What both calls carry: what was typed, and the sums as the form shows them. */
const bodyOf = <Form extends CheckedInvoice>(form: Form) => {
  const totals = totalsOf(form)
  return {
    ...form,
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

/** @param proposed the number that the dialog began with: where nobody typed another, the server draws the next one that is free */
export const createBody = (form: CheckedInvoice, status: InvoiceInput['status'], proposed?: string) => ({
  ...bodyOf(form),
  status,
  ...(form.invoiceNumber === proposed ? { drawNumber: true } : {}),
})

/**
 * A custom tax that nobody touched travels as it stands: it is the one that is saved, so that no sum differs from the one on the screen.
 * @param version the one that the form was opened with
 */
export const editBody = (form: CheckedEdit, version: number) => ({ ...bodyOf(form), version })
