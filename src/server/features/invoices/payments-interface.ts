import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { invoicePayment, paymentAttempt } from '#shared/contract/invoice-payments.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import type { Cents } from '#shared/money.ts'

/** What an invoice asked for and got, as it stands under its lock. `status` is the stored one: overdue by date is no stored state. */
export type LockedInvoice = { id: number; version: number; status: InvoiceStatus; total: Cents; paid: Cents; due: Cents }

/** What the invoices need of the payments; handed over in app.ts. */
export type InvoicePayments = {
  /**
   * Does `work` under the invoice's lock, at a moment when no payment page of it is open.
   * @throws AppError 404, and 409 while a payment is being confirmed
   */
  withLockedInvoice<T>(userId: number, invoiceId: number, work: (db: UserDb, invoice: LockedInvoice) => Promise<T>): Promise<T>
  /** Records a manual payment of what is outstanding, if anything is; an invoice that asks for nothing more is then paid. */
  payOutstanding(db: UserDb, invoiceId: number, how: { day: Day; sendReceipt: boolean }): Promise<void>
  /**
   * Voids manual payments, the newest first, until something is outstanding again.
   * @throws AppError 409 when only a provider's payments are left and nothing is outstanding, or when money came for one that asks for nothing
   */
  reopen(db: UserDb, invoiceId: number): Promise<void>
  /** After a change of the sums: paid when nothing is outstanding and money came, sent again when a paid one asks for more. */
  updateStatus(db: UserDb, invoiceId: number): Promise<void>
  /** Its payments whatever became of them, newest first. */
  listPayments(db: UserDb, invoiceId: number): Promise<z.output<typeof invoicePayment>[]>
  /** Its payments under way or under review, newest first. */
  listAttempts(db: UserDb, invoiceId: number): Promise<z.output<typeof paymentAttempt>[]>
  /** Whether it may be deleted: not while a provider's money stands for it, or some that nobody has decided about. `true`, or why not. */
  mayDelete(db: UserDb, invoiceId: number): Promise<true | string>
}
