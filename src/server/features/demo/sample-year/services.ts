import type { UserDb } from '#server/platform/db/client.ts'
import type { CreditNoteInput } from '#shared/contract/credit-notes.ts'
import type { DepositInput } from '#shared/contract/deposits.ts'
import type { ProgressInput } from '#shared/contract/estimate-progress.ts'
import type { EstimateInput } from '#shared/contract/estimates.ts'
import type { PaymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceEdit, InvoiceInput } from '#shared/contract/invoices.ts'
import type { LateFeeRuleInput } from '#shared/contract/late-fees.ts'
import type { RecurringInvoiceInput } from '#shared/contract/recurring-invoices.ts'
import type { Day } from '#shared/dates.ts'

/** Provided in sample-services.ts. `today` is the day on which it is done. */
export type SampleServices = {
  createRecurringInvoice(db: UserDb, input: RecurringInvoiceInput): Promise<unknown>
  createInvoice(db: UserDb, input: InvoiceInput, today: Day): Promise<number>
  issueInvoice(db: UserDb, id: number, today: Day): Promise<void>
  editInvoice(db: UserDb, id: number, edit: InvoiceEdit, today: Day): Promise<void>
  listLineIds(db: UserDb, invoiceId: number, today: Day): Promise<number[]>
  /** @returns the id of the draft that asks for the deposit */
  requestDeposit(db: UserDb, invoiceId: number, input: DepositInput, today: Day): Promise<number>
  deductDeposit(db: UserDb, invoiceId: number, depositId: number, today: Day): Promise<void>
  createEstimate(db: UserDb, input: EstimateInput, today: Day): Promise<number>
  /** @returns the id of the draft for the part */
  invoicePart(db: UserDb, estimateId: number, input: ProgressInput, today: Day): Promise<number>
  issueCreditNote(db: UserDb, input: CreditNoteInput, today: Day): Promise<void>
  recordPayment(db: UserDb, invoiceId: number, input: PaymentInput): Promise<void>
  /** Keeps a rule that the business has. @returns whether there was none */
  addLateFeeRule(db: UserDb, input: LateFeeRuleInput, today: Day): Promise<boolean>
  /** Without an email. */
  chargeLateFee(db: UserDb, invoiceId: number, today: Day): Promise<void>
}
