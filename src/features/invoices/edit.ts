import { type DeductedFrom, deductedError, listDeductedFrom } from '#server/domain/documents/deposits.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { uncountEmail } from '#server/domain/documents/emails/allowance.ts'
import { takeBackHeldEmail } from '#server/domain/documents/emails/store.ts'
import { refuseOverbilled } from '#server/domain/documents/estimate-billing.ts'
import type { LineInput } from '#server/domain/documents/lifecycle/content-rows.ts'
import { copyContent, toLineInput } from '#server/domain/documents/lifecycle/copy-content.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import { countEditedOpeningBalance } from '#server/domain/documents/lifecycle/opening-balances.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { refreshInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { refuseWhileApplied, reverseAppliedCredit } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { divideAnew, refuseOtherDays } from '#server/domain/payments/instalments/instalments.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { InvoiceEdit } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import type { EarlyDiscount } from '#shared/early-discounts.ts'
import { asksForNothing, findTooSmallLines, type InvoiceStatus, tooSmallQuantity } from '#shared/invoice-rules.ts'
import { formatMoney, sum, toAmount } from '#shared/money.ts'
import { refuseEarlyDiscount, refuseRetainerTax } from './create.ts'
import { getInvoice, type Invoice } from './read.ts'
import { refuseInconsistentStatus, refuseOpenStatus, setStatus } from './status.ts'

/** Makes the invoice a draft again. @throws AppError 409 when the email has been sent, or the invoice has payments */
export const undoSend = async (
  clock: Clock,
  db: UserDb,
  { id, stored, today }: { id: number; stored: InvoiceStatus; today: Day },
  toReply: (invoice: Invoice) => Invoice,
): Promise<Invoice> => {
  const to = await takeBackHeldEmail(db, id)
  if (to === null) throw new AppError(409, tooLateMessage)
  // Credit that was applied when it was issued.
  await reverseAppliedCredit(clock, db, id)
  const before = await getInvoice(db, id, today)
  if (before.status === 'paid' && !asksForNothing(before))
    throw new AppError(409, "This invoice has been paid, so sending it can't be undone.")
  const edit = { ...toEdit(before), status: 'draft' as const }
  const draft = await editInvoice(clock, db, { before, stored, edit, today }, toReply)
  await uncountEmail(db, to)
  return draft
}

const tooLateMessage =
  'It is too late to undo this: the email has been sent. To correct the invoice, edit it and send it again, or set its status to Draft.'

type LockedEdit = { before: Invoice; stored: InvoiceStatus; edit: InvoiceEdit; today: Day; deductions?: readonly LineInput[] }

const toEdit = (invoice: Invoice): InvoiceEdit => {
  const { customerId, invoiceNumber, issueDate, dueDate, lineItems } = invoice
  const own = lineItems.filter(({ kind }) => kind !== 'deposit')
  return {
    ...copyContent(invoice),
    ...{ customerId, invoiceNumber, issueDate, dueDate },
    lineItems: own.map((line) => ({ ...toLineInput(line), id: line.id })),
  }
}

/** For drafts only. @throws AppError as `editInvoice` does */
export const saveDeductions = async (
  clock: Clock,
  db: UserDb,
  before: Invoice,
  deductions: readonly LineInput[],
  today: Day,
): Promise<void> => {
  await editInvoice(clock, db, { before, stored: 'draft', edit: toEdit(before), today, deductions }, (invoice) => invoice)
}

/**
 * A changed status changes the payments as well. Call it under the invoice's lock, while none of its checkouts is open. @throws AppError 400
 * for wrong totals or quantities, 403 for an opening balance that becomes an invoice after the trial, 404 for a customer or item of another
 * user, 409 for a stale copy, a taken number, a status that doesn't match the payments, other amounts while a part is written off or
 * credited, another customer or currency while credit is applied, or a closed period
 */
export const editInvoice = async (
  clock: Clock,
  db: UserDb,
  { before, stored, edit, today, deductions }: LockedEdit,
  toReply: (invoice: Invoice) => Invoice,
): Promise<Invoice> => {
  const { id } = before
  // The displayed status isn't a change request: the form sends it back unchanged.
  const requested = edit.status === before.status ? undefined : edit.status
  refuseRetainerTax({ ...edit, kind: before.kind })
  const earlyDiscount = keepEarlyDiscount(edit, before)
  const withholdingPercent = edit.withholdingPercent === undefined ? before.withholdingPercent : edit.withholdingPercent
  refuseEarlyDiscount({ ...edit, ...earlyDiscount, kind: before.kind })
  await refuseOtherDays(db, before, edit)
  await countEditedOpeningBalance(db, before, edit)
  const deductedFrom = before.kind === 'deposit' ? await listDeductedFrom(db, id) : []
  const after = await editDocument(db, invoiceType, {
    before,
    edit: { ...edit, ...earlyDiscount, withholdingPercent },
    ...(deductions && { deductions }),
    toReply,
    check: refuseSmallQuantities(edit),
    applyConsequences: async ({ isSaved, isTotalChanged }) => {
      if (requested) await setStatus(clock, db, { id, stored, requested, dueDate: edit.dueDate, today, sendReceipt: edit.sendReceipt })
      if (isTotalChanged) await divideAnew(db, id)
      if (requested !== 'draft' && isTotalChanged) await refreshInvoiceStatus(clock, db, id)
      if (requested) await refuseInconsistentStatus(db, id)
      if (stored !== 'draft' && (requested === 'sent' || requested === 'overdue')) await refuseOpenStatus(db, id)
      if (isSaved && before.amountWrittenOff + before.amountCredited > 0) refuseOtherAmounts(before, await getInvoice(db, id, today))
      if (isSaved) refuseOtherDeposits(before, await getInvoice(db, id, today), deductedFrom)
      if (requested === 'draft' && deductedFrom.length > 0) throw deductedError(deductedFrom, "it can't become a draft")
      if (isSaved && before.estimateId !== null) await refuseOverbilled(db, id)
      if (requested === 'draft') await refuseWhileApplied(db, id, "the invoice can't become a draft")
      if (edit.customerId !== before.customerId || (edit.currency ?? before.currency) !== before.currency)
        await refuseWhileApplied(db, id, "its customer and its currency can't be changed")
      const staysDraft = stored === 'draft' && (requested ?? 'draft') === 'draft'
      const days = isSaved ? [{ day: before.issueDate }, { day: edit.issueDate, path: 'issueDate' }] : []
      if (!staysDraft) postInvoice(db, id, { days })
      return requested !== undefined
    },
    read: () => getInvoice(db, id, today),
  })
  return toReply(after)
}

/** What the request leaves out stays as it is. */
const keepEarlyDiscount = ({ earlyDiscountPercent, earlyDiscountDays }: InvoiceEdit, before: Invoice): EarlyDiscount => ({
  earlyDiscountPercent: earlyDiscountPercent === undefined ? before.earlyDiscountPercent : earlyDiscountPercent,
  earlyDiscountDays: earlyDiscountDays === undefined ? before.earlyDiscountDays : earlyDiscountDays,
})

/** What is written off or credited is a part of the invoice as it was. @throws AppError 409 with the way out, while it still is */
const refuseOtherAmounts = (before: Invoice, after: Invoice): void => {
  const isSame = (['total', 'taxAmount', 'withheld', 'currency', 'exchangeRate'] as const).every((field) => before[field] === after[field])
  if (after.amountWrittenOff > 0 && !isSame)
    throw new AppError(
      409,
      `${formatMoney(after.amountWrittenOff, after.currency)} of this invoice is written off, so its amounts can't be changed. Undo the write-off first.`,
    )
  // A credit note names lines of the invoice, with their prices and tax rates.
  if (after.amountCredited > 0 && !(isSame && hasSameLines(before, after)))
    throw new AppError(
      409,
      `${formatMoney(after.amountCredited, after.currency)} of this invoice is credited, so its customer, lines and amounts can't be changed. Void the credit note first, or issue another one.`,
    )
}

/** @throws AppError 409 for an edit of an invoice that deducts a deposit, when the deduction would not be what the deposit was. */
const refuseOtherTaxes = (before: Invoice, after: Invoice): void => {
  const deducted = after.lineItems.filter(({ kind }) => kind === 'deposit')
  if (deducted.length === 0) return
  const isSame = (['customerId', 'currency', 'pricesIncludeTax', 'taxRate'] as const).every((field) => before[field] === after[field])
  if (isSame && !after.taxIsCustom) return
  throw new AppError(
    409,
    `A deposit of ${formatMoney(toAmount(-sum(deducted.map(({ total }) => total))), before.currency)} is deducted from this invoice, so its customer, currency and tax rate can't be changed. Remove the deduction first.`,
  )
}

/** @throws AppError 409 when a deposit, or the invoice that deducts it, would not be what it was */
const refuseOtherDeposits = (before: Invoice, after: Invoice, deductedFrom: readonly DeductedFrom[]): void => {
  refuseOtherTaxes(before, after)
  const isSame = before.currency === after.currency && before.taxAmount === after.taxAmount && hasSameLines(before, after)
  if (deductedFrom.length > 0 && !isSame) throw deductedError(deductedFrom, "its customer, lines and amounts can't be changed")
}

const linePriceFields = ['id', 'kind', 'quantity', 'unitPrice', 'discountPercent', 'discountAmount', 'taxRateId'] as const
const hasSameLines = (before: Invoice, after: Invoice): boolean =>
  before.customerId === after.customerId &&
  before.pricesIncludeTax === after.pricesIncludeTax &&
  before.discountAmount === after.discountAmount &&
  before.lineItems.length === after.lineItems.length &&
  before.lineItems.every((line, i) => linePriceFields.every((field) => line[field] === after.lineItems[i]![field]))

const refuseSmallQuantities =
  (edit: InvoiceEdit) =>
  ({ lineItems }: Invoice) => {
    const small = findTooSmallLines(edit.lineItems, lineItems)
    if (small.length > 0)
      throw new AppError(400, `Line ${small[0]! + 1}: ${tooSmallQuantity}`, {
        issues: small.map((i) => ({ path: `lineItems.${i}.quantity`, message: tooSmallQuantity })),
      })
  }
