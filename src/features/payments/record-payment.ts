import { issueCreditNote, voidCreditNote } from '#features/credit-notes/issue.ts'
import { getInvoice, type Invoice } from '#features/invoices/read.ts'
import { paymentFields } from '#model/money-actions.ts'
import { getCustomerLanguage } from '#server/domain/business/business.ts'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { refuseProblems } from '#server/domain/business/refuse-problems.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { getCreditNote } from '#server/domain/credit-notes/credit-notes.ts'
import { documentLabels } from '#server/domain/documents/labels/index.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { alreadyPaid, type InvoiceBalance, lockBalance, readPaymentTotals, refusePayment } from '#server/domain/payments/balance/balance.ts'
import { refreshInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { insertManualPayment } from '#server/domain/payments/manual/manual-payment.ts'
import { requireOneValue } from '#server/domain/payments/value-payment.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { PaymentInput } from '#shared/contract/invoice-payments.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type EarlyDiscountOffer, getEarlyDiscountOffer } from '#shared/early-discounts.ts'
import { asksForNothing, sendsReceipt } from '#shared/invoice-rules.ts'
import { formatMoney } from '#shared/money.ts'

/**
 * Money that comes after a write-off undoes it. Call it under the invoice's lock, while none of its checkouts is open.
 * @throws AppError 400 at a field; 409 for a paid invoice, and for a day in a closed period at the end of the transaction
 */
export const recordManualPayment = async (
  clock: Clock,
  db: UserDb,
  invoice: InvoiceBalance,
  input: PaymentInput,
  part: { transferId?: number | undefined; unassignedEntryId?: number | undefined } = {},
): Promise<number> => {
  const { writtenOff } = invoice
  if (asksForNothing(invoice)) throw refusePayment(invoice)
  if (invoice.status === 'paid' && writtenOff === 0) throw alreadyPaid()
  refuseProblems(paymentFields({ ...invoice, home: invoice.homeCurrency, sendsReceipt: sendsReceipt(invoice) }), { amount: input.amount })
  requireOneValue(input, invoice, 'invoice')
  if (input.homeAmount !== undefined)
    refuseAmount(input.homeAmount, invoice.homeCurrency, { path: 'homeAmount', label: 'Amount in your currency' })
  const id = await insertManualPayment(clock, db, invoice, {
    amount: input.amount,
    day: input.paymentDate,
    method: input.paymentMethod,
    notes: input.notes || null,
    sendReceipt: input.sendReceipt ?? sendsReceipt(invoice),
    exchangeRate: input.exchangeRate,
    homeAmount: input.homeAmount,
    ...part,
  })
  await refreshInvoiceStatus(clock, db, invoice.id)
  postInvoice(db, invoice.id, { days: [{ day: input.paymentDate, path: 'paymentDate' }] })
  return id
}

const refuse = (path: string, message: string) => new AppError(400, message, { issues: [{ path, message }] })

/** Why a payment of the day gets no discount, or what it gets. Money that came before must have been in time as well. */
const findOffer = async (db: UserDb, invoice: Invoice, paidOn: Day): Promise<EarlyDiscountOffer | string> => {
  const offer = getEarlyDiscountOffer(invoice)
  if (!offer) return 'This invoice has no discount for early payment to take'
  const { paidOn: before } = await readPaymentTotals(db, invoice.id)
  const isLate = paidOn > offer.day || (before !== null && before > offer.day)
  return isLate ? `The discount was for payments until ${formatDay(offer.day)}` : offer
}

/** Those that payments of the day get, by invoice. Call it under the locks of the invoices. */
export const findOffers = async (
  db: UserDb,
  invoices: readonly InvoiceBalance[],
  paidOn: Day,
  today: Day,
): Promise<Map<number, EarlyDiscountOffer>> => {
  const offers = new Map<number, EarlyDiscountOffer>()
  for (const { id } of invoices) {
    const offer = await findOffer(db, await getInvoice(db, id, today), paidOn)
    if (typeof offer !== 'string') offers.set(id, offer)
  }
  return offers
}

const isBefore = (a: Day, b: Day) => a < b

type Part = Parameters<typeof recordManualPayment>[4]

/**
 * With the discount for early payment, what is left is credited. Its credit note has the day of the payment, by which it is in time.
 * @returns ids; no credit note without a discount
 * @throws AppError 400 where the invoice has no discount, the payment is late, or its amount is another one; and as `recordManualPayment`
 * and `issueCreditNote` do
 */
export const recordPayment = async (
  clock: Clock,
  db: UserDb,
  balance: InvoiceBalance,
  { earlyPaymentDiscount, ...input }: PaymentInput,
  part?: Part,
): Promise<{ id: number; creditNoteId: number | null }> => {
  if (!earlyPaymentDiscount) return { id: await recordManualPayment(clock, db, balance, input, part), creditNoteId: null }
  const today = await getUserToday(db, clock.now())
  const invoice = await getInvoice(db, balance.id, today)
  const offer = await findOffer(db, invoice, input.paymentDate)
  if (typeof offer === 'string') throw refuse('earlyPaymentDiscount', offer)
  const { currency, customerId, issueDate } = invoice
  if (input.amount !== offer.amount)
    throw refuse('amount', `With the discount of ${offer.percent}%, the amount must be ${formatMoney(offer.amount, currency)}`)
  const id = await recordManualPayment(clock, db, balance, input, part)
  const creditNoteId = await issueCreditNote(clock, db, await lockBalance(db, invoice.id), {
    input: {
      amount: offer.discount,
      // Money that came before the invoice was issued.
      issueDate: isBefore(input.paymentDate, issueDate) ? issueDate : input.paymentDate,
      notes: documentLabels[await getCustomerLanguage(db, customerId)].earlyDiscountTaken,
    },
    today,
  })
  await db.rows('update payments set credit_note_id = $3 where user_id = $1 and id = $2', [db.userId, id, creditNoteId])
  return { id, creditNoteId }
}

/** Before the payment is undone that took it. @throws AppError as `voidCreditNote` does */
export const takeDiscountBack = async (clock: Clock, db: UserDb, invoiceId: number, paymentId: number): Promise<void> => {
  const [payment] = await db.rows<{ creditNoteId: number | null }>(
    'select credit_note_id as "creditNoteId" from payments where user_id = $1 and document_id = $2 and id = $3',
    [db.userId, invoiceId, paymentId],
  )
  if (payment?.creditNoteId == null) return
  const note = await getCreditNote(db, payment.creditNoteId, await getUserToday(db, clock.now()))
  await voidCreditNote(clock, db, await lockBalance(db, invoiceId), note)
}
