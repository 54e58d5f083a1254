import { proposeDueDate } from '#server/domain/business/business.ts'
import { invoiceType, readNames } from '#server/domain/documents/document-type.ts'
import { createDocument, type InvoiceOrigin, type NewDocument, type Origin } from '#server/domain/documents/lifecycle/create.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { readBalance } from '#server/domain/payments/balance/balance.ts'
import { applyCreditToIssued } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { saveSchedule } from '#server/domain/payments/instalments/instalments.ts'
import { takeInvoice } from '#server/domain/subscription/invoice-limit.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type EarlyDiscount, findEarlyDiscountProblem, noEarlyDiscount } from '#shared/early-discounts.ts'
import { findRetainerTax, type InvoiceKind, retainerTax } from '#shared/invoice-rules.ts'
import { zero } from '#shared/money.ts'
import { subtractWithheld } from '#shared/withholding.ts'
import type { Invoice } from './read.ts'

const fromOrigin = (origin: InvoiceOrigin): Partial<NewDocument> => {
  const say = (field: string, after: string) => ({ firstEvent: { changes: [{ field, before: null, after }], by: origin.by } })
  switch (origin.from) {
    case 'estimate':
      return { ...say('Estimate', origin.number), source: origin.source }
    case 'part':
      return { ...say('Estimate', origin.number), source: origin.source, lineItems: origin.lineItems, lastCent: origin.lastCent }
    case 'deposit':
      return { ...say('Deposit for', origin.number ?? 'Draft'), source: origin.source, invoiceKind: 'deposit' }
    case 'recurring':
      return say('Recurring invoice', formatDay(origin.day))
    case 'overdue':
      return say('Late fee for', origin.number)
  }
}

/** @throws AppError 400 at the field for a retainer with tax */
export const refuseRetainerTax = (invoice: Parameters<typeof findRetainerTax>[0] & { kind?: InvoiceKind | undefined }): void => {
  const path = invoice.kind === 'retainer' ? findRetainerTax(invoice) : undefined
  if (path) throw new AppError(400, retainerTax, { issues: [{ path, message: retainerTax }] })
}

/** @throws AppError 400 at the field for one that is half, ends after the due date, or is of a retainer */
export const refuseEarlyDiscount = (invoice: Parameters<typeof findEarlyDiscountProblem>[0]): void => {
  const problem = findEarlyDiscountProblem(invoice)
  if (problem) throw new AppError(400, problem.message, { issues: [problem] })
}

/** What is asked for in advance and for a delay has none. @returns undefined for that of the customer */
const chooseEarlyDiscount = (
  { kind, earlyDiscountPercent, earlyDiscountDays }: InvoiceInput,
  origin: InvoiceOrigin | undefined,
): EarlyDiscount | undefined => {
  if (earlyDiscountPercent === undefined && earlyDiscountDays === undefined)
    return kind === 'retainer' || origin?.from === 'deposit' || origin?.from === 'overdue' ? noEarlyDiscount : undefined
  return { earlyDiscountPercent: earlyDiscountPercent ?? null, earlyDiscountDays: earlyDiscountDays ?? null }
}

/** One that is not typed is due by the terms of its customer. */
export type DraftInput = Omit<InvoiceInput, 'dueDate'> & { dueDate?: Day }

/** @throws AppError 400 for wrong totals, 403 when the trial is over, 404 for a customer or item of another user, 409 for a taken number */
export const createDraft = async (db: UserDb, asked: DraftInput, origin?: InvoiceOrigin): Promise<Invoice> => {
  const { customerId, issueDate } = asked
  const input = { ...asked, dueDate: asked.dueDate ?? (await proposeDueDate(db, customerId, issueDate)) }
  refuseRetainerTax(input)
  refuseEarlyDiscount(input)
  const document: NewDocument = {
    ...{ ...input, ...readNames(invoiceType, input), invoiceKind: input.kind ?? 'standard' },
    isIssued: input.status === 'sent',
    earlyDiscount: chooseEarlyDiscount(input, origin),
    // A fee for a delay is no fee for a service.
    ...(origin?.from === 'overdue' && { withholdingPercent: null }),
    ...(origin && fromOrigin(origin)),
  }
  const counting = takeInvoice(db)
  // A number that is taken meanwhile is drawn again after a rollback to a savepoint, which must not undo the count.
  if (input.drawNumber) await counting
  // Otherwise the statements of both are sent together.
  const [counted, created] = await Promise.allSettled([counting, createDocument(db, invoiceType, document)])
  if (counted.status === 'rejected') throw counted.reason
  if (created.status === 'rejected') throw created.reason
  const { number, endDate: _, ...made } = created.value
  return {
    ...made,
    invoiceNumber: number,
    kind: document.invoiceKind!,
    dueDate: input.dueDate,
    amountPaid: zero,
    amountWrittenOff: zero,
    amountCredited: zero,
    creditApplied: zero,
    balanceDue: subtractWithheld(made),
    settledBy: null,
    paymentUrl: null,
    paymentAttention: null,
    viewedAt: null,
    estimateId: document.source?.id ?? null,
  }
}

/**
 * Applies credit of the customer where the owner wants that. Does nothing to invoices that are no drafts. @param by null for the owner
 * @throws AppError as `issueDocument` does
 */
export const issueInvoice = async (db: UserDb, id: number, today: Day, by?: Actor | null): Promise<void> => {
  const issued = await issueDocument(db, invoiceType, id, by)
  if (issued?.appliesCredit) await applyCreditToIssued(db, id, today)
}

/** With its payment schedule. Issues it if its status is 'sent'. @throws AppError as `createDraft` and `saveSchedule` do */
export const createInvoice = async (
  db: UserDb,
  input: InvoiceInput,
  today: Day,
  origin?: Origin<'recurring' | 'overdue'>,
): Promise<number> => {
  const { id } = await createDraft(db, input, origin)
  if (input.instalments?.length) await saveSchedule(db, await readBalance(db, id), { instalments: input.instalments })
  if (input.status === 'sent') await issueInvoice(db, id, today, origin?.by)
  return id
}
