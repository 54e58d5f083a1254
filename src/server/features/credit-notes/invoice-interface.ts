import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { InvoiceInput, invoice } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import type { Amount } from '#shared/money.ts'

export type CreditedInvoice = z.output<typeof invoice>

/** `taken` are its payments, `paid` what is left of them after refunds, `settled` all that settles it. */
export type LockedInvoice = Record<'total' | 'taken' | 'paid' | 'writtenOff' | 'credited' | 'applied' | 'settled', Amount> & { id: number }

export type CreditNoteDeps = {
  /** No checkout of the invoice is open during `work`. @throws AppError 404; 409 while a payment is being confirmed */
  withLockedInvoice<T>(userId: number, invoiceId: number, work: (db: UserDb, invoice: LockedInvoice) => Promise<T>): Promise<T>
  /** Locks the invoice until the transaction ends. @throws AppError 404 */
  readBalance(db: UserDb, invoiceId: number): Promise<LockedInvoice>
  /** @throws AppError 409 while a payment for the invoice needs the owner's decision */
  requireNoReview(db: UserDb, invoiceId: number): Promise<void>
  refreshInvoice(db: UserDb, invoiceId: number): Promise<void>
  /** @throws AppError 409 while credit is applied to the invoice or taken from it. @param what cannot be done, as a clause */
  refuseWhileApplied(db: UserDb, invoiceId: number, what: string): Promise<void>
  /** @throws AppError 404 */
  readInvoice(db: UserDb, id: number, today: Day): Promise<CreditedInvoice>
  /** Creates a draft. @throws AppError 403 when the trial is over, 409 when no number is left */
  createInvoice(db: UserDb, input: InvoiceInput, today: Day): Promise<{ id: number; invoiceNumber: string }>
}
