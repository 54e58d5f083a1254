import type { z } from 'zod'
import { businessDefaults } from '#shared/business-defaults.ts'
import { editedLine, type InvoiceInput, type InvoiceWire, invoiceEditForm, invoiceForm } from '#shared/contract/invoices.ts'
import { listDeductions } from '#shared/draft-totals.ts'
import { findEarlyDiscountProblem } from '#shared/early-discounts.ts'
import { findTooSmallLines, type InvoiceKind, statusLabels, tooSmallQuantity } from '#shared/invoice-rules.ts'
import { findWithholdingProblem } from '#shared/withholding.ts'
import { defineDrafts } from '#web/documents/form/drafts.ts'
import type { FormConfig } from '#web/documents/form/form-config.ts'
import { type FormResolver, formResolver, toDraftBody, withTotals } from '#web/documents/form/form-resolver.ts'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'

/** Of a user in the trial, who may have estimates. */
export const isFirstInvoice = (): boolean => {
  const user = getKnownUser()
  return user?.subscriptionStatus === 'trial' && user.trialInvoicesUsed === 0
}

const { config: standardForm, stored } = defineDrafts<InvoiceWire>(invoices, {
  terms: 'Payment Terms',
  hasPaymentTerms: true,
  termsExample: 'e.g. Payment within 30 days',
  isInBooks: true,
  own: {
    status: { label: 'Status', choices: statusLabels },
    withholdingPercent: { label: 'Withholding Tax (%)', isFolded: true },
    earlyDiscountPercent: { label: 'Early Discount (%)', isFolded: true },
    earlyDiscountDays: { label: 'Discount Days', isFolded: true },
  },
  proposeBusiness: async () => (isFirstInvoice() ? (await import('#web/documents/form/business-strip.tsx')).proposeBusiness() : undefined),
  defaults: (profile) => ({
    daysToEnd: profile?.invoiceDueDays ?? businessDefaults.invoiceDueDays,
    notes: profile?.invoiceNotes ?? '',
    terms: profile?.invoiceTerms ?? '',
  }),
})
export const storedInvoices = stored

const retainerForm: FormConfig = { ...standardForm, isUntaxed: true, own: { status: standardForm.own.status! } }

export const getInvoiceForm = (kind: InvoiceKind): FormConfig => (kind === 'retainer' ? retainerForm : standardForm)

const checkTerms = (
  invoice: Parameters<typeof findEarlyDiscountProblem>[0] & { withholdingPercent?: string | null | undefined },
  { addIssue }: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void => {
  const problem = findEarlyDiscountProblem(invoice)
  if (problem) addIssue({ code: 'custom', path: [problem.path], message: problem.message })
  const message = findWithholdingProblem(invoice)
  if (message) addIssue({ code: 'custom', path: ['withholdingPercent'], message })
}
const createForm = invoiceForm.required({ currency: true }).superRefine(checkTerms)
const editForm = invoiceEditForm.required({ currency: true }).superRefine(checkTerms)
export type CheckedInvoice = z.output<typeof createForm>
export type CheckedEdit = z.output<typeof editForm>

/** For a new invoice: its status is set by the pressed button. */
export const invoiceResolver: FormResolver<CheckedInvoice> = formResolver(createForm, { ...standardForm, own: {} })

/** @param saved the lines that the edit started from: a quantity below 1 stays valid while its line is unchanged */
export const editResolver = (saved: Pick<InvoiceWire, 'lineItems'> | undefined): FormResolver<CheckedEdit> => {
  const lines = saved?.lineItems ?? []
  return formResolver(editForm, standardForm, {
    refine: (typed, addIssue) => {
      // As saved ones are written.
      const lineItems = typed.map((line) => ({
        ...line,
        quantity: editedLine.shape.quantity.safeParse(line.quantity).data ?? line.quantity,
      }))
      for (const i of findTooSmallLines(lineItems, lines)) addIssue(['lineItems', i, 'quantity'], tooSmallQuantity)
    },
    prepare: (draft) => draft,
    deductions: listDeductions(lines),
  })
}

/** @param proposed as of `toDraftBody` */
export const createBody = (
  form: CheckedInvoice,
  { status, kind, instalmentDays = [] }: Pick<InvoiceInput, 'status' | 'kind'> & { instalmentDays?: readonly string[] },
  proposed?: string,
) => ({
  ...toDraftBody(form, 'invoiceNumber', proposed),
  ...{ status, kind },
  ...(status === 'sent' ? { holdEmail: true } : {}),
  ...(instalmentDays.length > 0 && { instalments: instalmentDays.map((dueDate) => ({ dueDate })) }),
})

/**
 * @param saved the version that the form was opened with @param sendReceipt undefined when saving records no payment
 * @param proposed as of `toDraftBody`
 */
export const editBody = (
  form: CheckedEdit,
  { version, lineItems }: Pick<InvoiceWire, 'version' | 'lineItems'>,
  sendReceipt?: boolean,
  proposed?: string,
) => ({
  ...withTotals(form, listDeductions(lineItems)),
  ...(form.invoiceNumber === proposed && { drawNumber: true }),
  version,
  ...(sendReceipt === undefined ? {} : { sendReceipt }),
})
