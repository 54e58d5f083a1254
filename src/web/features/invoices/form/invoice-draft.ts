import { z } from 'zod'
import { businessDefaults } from '#shared/business-defaults.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { type InvoiceInput, type InvoiceWire, invoiceEditForm, invoiceForm } from '#shared/contract/invoices.ts'
import { type Deduction, listDeductions } from '#shared/draft-totals.ts'
import { findTooSmallLines, type InvoiceKind, statusLabels, tooSmallQuantity } from '#shared/invoice-rules.ts'
import type { FormConfig, Stored } from '#web/documents/form/form-config.ts'
import { toDraft } from '#web/documents/form/form-draft.ts'
import { type FormResolver, formResolver, withoutIds, withTotals } from '#web/documents/form/form-resolver.ts'
import { suggestNumber } from '#web/documents/form/initial-draft.ts'
import { call } from '#web/lib/api/client.ts'

const standardForm: FormConfig = {
  noun: 'invoice',
  labels: { number: 'Invoice Number', endDate: 'Due Date', notes: 'Notes', terms: 'Payment Terms' },
  hasPaymentTerms: true,
  notesExample: 'Anything your customer should know',
  termsExample: 'e.g. Payment within 30 days',
  fields: { number: 'invoiceNumber', endDate: 'dueDate' },
  statusLabels,
  defaults: (profile) => ({
    daysToEnd: profile?.invoiceDueDays ?? businessDefaults.invoiceDueDays,
    notes: profile?.invoiceNotes ?? '',
    terms: profile?.invoiceTerms ?? '',
  }),
  suggestNumber: () =>
    suggestNumber('INV', (signal) => call(invoiceEndpoints.nextNumber, { signal }).then(({ invoiceNumber }) => invoiceNumber)),
  describeItem: (item) => item.name,
}

const retainerForm: FormConfig = { ...standardForm, isUntaxed: true }

export const getInvoiceForm = (kind: InvoiceKind): FormConfig => (kind === 'retainer' ? retainerForm : standardForm)

// The contract with the field names that all document forms share.
const { invoiceNumber: number, dueDate: endDate, ...created } = invoiceForm.shape
const createForm = z.strictObject({ ...created, number, endDate }).required({ currency: true })
const { invoiceNumber: _, dueDate: __, ...edited } = invoiceEditForm.shape
const editForm = z.strictObject({ ...edited, number, endDate }).required({ currency: true })
export type CheckedInvoice = z.output<typeof createForm>
export type CheckedEdit = z.output<typeof editForm>

export const storedInvoices: Stored<InvoiceWire> = {
  read: (id, signal) => call(invoiceEndpoints.one, { params: { id }, signal }),
  toDraft: (invoice) => toDraft(invoice, { number: invoice.invoiceNumber, endDate: invoice.dueDate }),
}

/** For a new invoice: its status is set by the pressed button. */
export const invoiceResolver: FormResolver<CheckedInvoice> = formResolver(createForm, undefined, ({ status: _, ...draft }) =>
  withoutIds(draft),
)

/** @param saved the lines that the edit started from: a quantity below 1 stays valid while its line is unchanged */
export const editResolver = (saved: Pick<InvoiceWire, 'lineItems'> | undefined): FormResolver<CheckedEdit> => {
  const lines = saved?.lineItems ?? []
  return formResolver(
    editForm,
    ({ lineItems }, addIssue) => {
      for (const i of findTooSmallLines(lineItems, lines)) addIssue(['lineItems', i, 'quantity'], tooSmallQuantity)
    },
    (draft) => draft,
    listDeductions(lines),
  )
}

const bodyOf = <Form extends CheckedInvoice>(form: Form, deductions: readonly Deduction[] = []) => {
  const { number: invoiceNumber, endDate: dueDate, ...rest } = withTotals(form, deductions)
  return { ...rest, invoiceNumber, dueDate }
}

/** @param proposed the suggested number: unless the user edited it, the server assigns the next free one */
export const createBody = (form: CheckedInvoice, { status, kind }: Pick<InvoiceInput, 'status' | 'kind'>, proposed?: string) => ({
  ...bodyOf(form),
  ...{ status, kind },
  ...(status === 'sent' ? { holdEmail: true } : {}),
  ...(form.number === proposed ? { drawNumber: true } : {}),
})

/** @param saved the version that the form was opened with @param sendReceipt undefined when saving records no payment */
export const editBody = (form: CheckedEdit, { version, lineItems }: Pick<InvoiceWire, 'version' | 'lineItems'>, sendReceipt?: boolean) => ({
  ...bodyOf(form, listDeductions(lineItems)),
  version,
  ...(sendReceipt === undefined ? {} : { sendReceipt }),
})
