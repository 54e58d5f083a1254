import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { creditNote } from '#shared/contract/credit-notes.ts'
import type { schedule } from '#shared/contract/instalments.ts'
import type { invoicePayment, paymentAttempt } from '#shared/contract/invoice-payments.ts'
import type { invoiceHistory } from '#shared/contract/invoices.ts'
import type { writeOff } from '#shared/contract/write-offs.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import type { Amount } from '#shared/money.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import type { InvoiceReader } from './pdf.ts'

/**
 * `status` is the stored one, which isn't 'overdue' by date; `paid` is net of refunds, `due` the rest of the total that is neither written
 * off nor credited, in any way.
 */
export type LockedInvoice = { id: number; version: number; status: InvoiceStatus; total: Amount; paid: Amount; due: Amount }

type Settlement = Pick<z.output<typeof invoiceHistory>, 'instalments' | 'dueNow' | 'creditApplications' | 'availableCredit'>

export type InvoicePayments = {
  /** No checkout of the invoice is open during `work`. @throws AppError 404; 409 while a payment is being confirmed */
  withLockedInvoice<T>(userId: number, invoiceId: number, work: (db: UserDb, invoice: LockedInvoice) => Promise<T>): Promise<T>
  payOutstanding(db: UserDb, invoiceId: number, how: { day: Day; sendReceipt: boolean }): Promise<void>
  /**
   * Voids manual payments, newest first, until something is outstanding again. @throws AppError 409 when only a provider's payments are
   * left and nothing is outstanding, or when an invoice with a total of zero has payments
   */
  reopen(db: UserDb, invoiceId: number): Promise<void>
  /** After a change of the totals: paid when payments cover the total, sent when a paid invoice has a balance due. */
  updateStatus(db: UserDb, invoiceId: number): Promise<void>
  listPayments(db: UserDb, invoiceId: number): Promise<z.output<typeof invoicePayment>[]>
  listAttempts(db: UserDb, invoiceId: number): Promise<z.output<typeof paymentAttempt>[]>
  listWriteOffs(db: UserDb, invoiceId: number): Promise<z.output<typeof writeOff>[]>
  readSchedule(db: UserDb, invoice: Pick<LockedInvoice, 'id' | 'status' | 'total' | 'due'>): Promise<z.output<typeof schedule>>
  /** @throws AppError 400 at the field for days that the payment schedule contradicts */
  refuseOtherDays(db: UserDb, invoice: { id: number; dueDate: Day }, edit: { issueDate: Day; dueDate: Day }): Promise<void>
  /** Divides another total among the instalments as before. @throws AppError 409 when the total is too small for that */
  divideAnew(db: UserDb, invoiceId: number): Promise<void>
  readSettlement(db: UserDb, invoiceId: number): Promise<Settlement>
  reverseAppliedCredit(db: UserDb, invoiceId: number): Promise<void>
  /** @throws AppError 409 while credit is applied to it or taken from it. @param what cannot be done, as a clause */
  refuseWhileApplied(db: UserDb, invoiceId: number, what: string): Promise<void>
  listCreditNotes(db: UserDb, invoiceId: number): Promise<z.output<typeof creditNote>[]>
  /**
   * Says why not: it has a provider's payment, one under review, or a credit note. @throws AppError 409 while credit is applied to it or
   * taken from it
   */
  mayDelete(db: UserDb, invoiceId: number): Promise<true | string>
}

export type Receipt = { document: PdfDocument; fileName: string }

export type InvoiceReceipts = {
  /** For all payments so far. @throws AppError 404 when there is no such invoice, or it has no payments */
  read(db: UserDb, invoiceId: number): Promise<Receipt>
  /** For an invoice that is already loaded. @throws AppError 404 when it has no payments */
  build(db: UserDb, invoice: Awaited<ReturnType<InvoiceReader['read']>>): Promise<Receipt>
}
