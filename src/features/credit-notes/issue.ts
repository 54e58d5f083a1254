import { createDraft } from '#features/invoices/create.ts'
import { getInvoice, type Invoice } from '#features/invoices/read.ts'
import { getBusiness } from '#server/domain/business/business.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { type CreditNote, listOfInvoice } from '#server/domain/credit-notes/credit-notes.ts'
import { listDeposits, refuseOverused } from '#server/domain/documents/deposits.ts'
import { creditNoteType, invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { documentLabels } from '#server/domain/documents/labels/index.ts'
import type { LineInput } from '#server/domain/documents/lifecycle/content-rows.ts'
import { copyContent } from '#server/domain/documents/lifecycle/copy-content.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { storeStatus } from '#server/domain/documents/lifecycle/issue.ts'
import { findLineRates } from '#server/domain/documents/lifecycle/line-rates.ts'
import { refuseTaxProblems } from '#server/domain/documents/lifecycle/refuse-tax-problems.ts'
import { storeParties } from '#server/domain/documents/lifecycle/store-parties.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { isUnderReview } from '#server/domain/payments/attempts/attempts.ts'
import { bumpInvoiceVersion, type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { refreshInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { refuseWhileApplied } from '#server/domain/payments/credit-applications/credit-applications.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { CreditNoteInput } from '#shared/contract/credit-notes.ts'
import { mayCredit } from '#shared/credit-note-rules.ts'
import { type CreditLine, computeCreditNote } from '#shared/credit-notes.ts'
import { addDays, type Day, formatDay } from '#shared/dates.ts'
import { pickReferences } from '#shared/document-references.ts'
import { type Amount, formatMoney, toAmount } from '#shared/money.ts'
import { countDays } from '#shared/periods.ts'
import { shareWithheld, subtractWithheld } from '#shared/withholding.ts'
import { lockNote, refuseWhileRefunded } from './refunds.ts'

const refuseField = (path: string, message: string) => new AppError(400, message, { issues: [{ path, message }] })

/** @throws AppError 400 at the issue date, 409 when nothing may be credited */
const requireCreditable = (locked: InvoiceBalance, invoice: Invoice, isOpeningBalance: boolean, day: Day): void => {
  const { kind, status, issueDate, total } = invoice
  const isCredited = locked.credited >= toAmount(total - locked.withheld)
  const may = mayCredit({ kind, status, isOpeningBalance, isWrittenOff: locked.writtenOff > 0, isCredited })
  if (may !== true) throw new AppError(409, may)
  if (day < issueDate) throw refuseField('issueDate', `Issue date must not be before that of the invoice, ${formatDay(issueDate)}`)
}

const isOpening = async (db: UserDb, id: number): Promise<boolean> =>
  (await db.rows('select 1 from documents where user_id = $1 and id = $2 and is_opening_balance', [db.userId, id])).length > 0

const toLineInput = (line: CreditLine): LineInput => ({ ...line, unitCode: line.unitCode as NonNullable<LineInput['unitCode']> })

/** @throws AppError 409 while a payment for the invoice needs the owner's decision */
const requireNoReview = async (db: UserDb, invoiceId: number): Promise<void> => {
  if (await isUnderReview(db, invoiceId))
    throw new AppError(409, 'A payment for this invoice needs your decision: accept it or give it back. Then credit the invoice.')
}

const refreshInvoice = async (clock: Clock, db: UserDb, invoiceId: number): Promise<void> => {
  await refreshInvoiceStatus(clock, db, invoiceId)
  await bumpInvoiceVersion(db, invoiceId)
}

type Request = { input: Pick<CreditNoteInput, 'lines' | 'amount' | 'issueDate' | 'notes'>; today: Day }

/**
 * It takes the amount off what is due; what is more than that is credit of the customer. Call it under the invoice's lock, while none of
 * its checkouts is open. @throws AppError 400 at a field; 409 for a draft, an opening balance, a written-off invoice, during a review, and
 * for a day in a closed period at the end of the transaction
 */
export const issueCreditNote = async (clock: Clock, db: UserDb, locked: InvoiceBalance, { input, today }: Request): Promise<number> => {
  const invoice = await getInvoice(db, locked.id, today)
  const issueDate = input.issueDate ?? today
  requireCreditable(locked, invoice, await isOpening(db, invoice.id), issueDate)
  await requireNoReview(db, invoice.id)
  const earlier = (await listOfInvoice(db, invoice.id, today)).filter(({ status }) => status === 'issued')
  const credit = computeCreditNote(invoice, earlier, input, await findLineRates(db, invoice.lineItems))
  if ('message' in credit) throw refuseField(credit.path, credit.message)
  const business = await getBusiness(db)
  const words = documentLabels[business.language].creditFor.replace('{number}', () => invoice.invoiceNumber)
  const { lineItems, ...content } = credit.content
  const note = await createDocument(db, creditNoteType, {
    ...content,
    customerId: invoice.customerId,
    number: '',
    drawNumber: true,
    issueDate,
    endDate: null,
    notes: input.notes ?? null,
    terms: null,
    ...pickReferences(invoice),
    currency: invoice.currency,
    withholdingPercent: invoice.withholdingPercent,
    lineItems: lineItems.map((line) => toLineInput(line.creditedLineId === null ? { ...line, description: words } : line)),
    credit: {
      ...{ invoiceId: invoice.id, lastCent: credit.lastCent, withheld: shareWithheld(invoice, earlier, credit.totals) },
      rate: { rate: invoice.exchangeRate!, day: invoice.rateDay, source: invoice.rateSource },
      lineIds: lineItems.map(({ creditedLineId }) => creditedLineId),
    },
    firstEvent: { changes: [{ field: 'Invoice', before: null, after: invoice.invoiceNumber }], by: null },
  })
  await storeParties(db, note.id, business)
  if (invoice.kind === 'deposit') await refuseOverused(db, invoice.id, 'not all of that can be credited')
  const after = `${note.number}, ${formatMoney(note.total, invoice.currency)}`
  await recordEvent(db, invoiceType, invoice.id, 'credited', [{ field: 'Credit note', before: null, after }])
  await refreshInvoice(clock, db, invoice.id)
  postInvoice(db, invoice.id, { days: [{ day: issueDate, path: 'issueDate' }] })
  return note.id
}

/**
 * A refund then gives back what the note made credit of the customer. Call it under the invoice's lock.
 * @throws AppError 400 at the amount, 409 when nothing may be credited
 */
export const creditRefund = async (
  clock: Clock,
  db: UserDb,
  invoiceId: number,
  credited: { amount: Amount; issueDate: Day },
): Promise<void> => {
  const input = { ...credited, notes: null }
  await issueCreditNote(clock, db, await lockBalance(db, invoiceId), { input, today: await getUserToday(db, clock.now()) })
}

type CustomerCreditNote = CreditNoteInput & { [Field in 'customerId' | 'lineItems']: NonNullable<CreditNoteInput[Field]> }

/**
 * Its total is credit of the customer. @throws AppError 400 at a field, also without an exchange rate; 404 for a customer, item or tax rate
 * of another user; 409 for a day in a closed period at the end of the transaction
 */
export const issueToCustomer = async (db: UserDb, input: CustomerCreditNote, today: Day): Promise<number> => {
  const { issueDate = today, taxRate = 0, ...content } = input
  const business = await getBusiness(db)
  const { id } = await createDocument(db, creditNoteType, {
    ...content,
    issueDate,
    taxRate,
    number: '',
    drawNumber: true,
    endDate: null,
    terms: null,
  })
  await refuseTaxProblems(db, id)
  await storeParties(db, id, business)
  postInvoice(db, id, { days: [{ day: issueDate, path: 'issueDate' }] })
  return id
}

export const reissue = async (db: UserDb, invoiceId: number, today: Day) => {
  const invoice = await getInvoice(db, invoiceId, today)
  const { id, invoiceNumber } = await createDraft(db, {
    ...copyContent(invoice),
    ...{ earlyDiscountPercent: invoice.earlyDiscountPercent, earlyDiscountDays: invoice.earlyDiscountDays },
    withholdingPercent: invoice.withholdingPercent,
    customerId: invoice.customerId,
    invoiceNumber: '',
    drawNumber: true,
    issueDate: today,
    dueDate: addDays(today, countDays({ from: invoice.issueDate, to: invoice.dueDate }) - 1),
    status: 'draft',
  })
  return { id, invoiceNumber }
}

const storeVoided = async (db: UserDb, id: number): Promise<void> => {
  await storeStatus(db, id, 'voided')
  await recordEvent(db, creditNoteType, id, 'voided')
}

/**
 * Its credit is gone. One that was voided stays as it is. It locks the note, so that none of it is applied or refunded meanwhile.
 * @throws AppError 409 while a part of it is applied or refunded, and for a closed period at the end of the transaction
 */
export const voidCustomerNote = async (db: UserDb, id: number, today: Day): Promise<void> => {
  const { status, issueDate } = await lockNote(db, id, today)
  if (status === 'voided') return
  await refuseWhileRefunded(db, id)
  await refuseWhileApplied(db, id, "this credit note can't be voided")
  await storeVoided(db, id)
  postInvoice(db, id, { days: [{ day: issueDate }] })
}

/**
 * Its amount is due again. One that was voided stays as it is. Call it under its invoice's lock, while none of its checkouts is open.
 * @throws AppError 409 when its credit went back to the customer, and for a closed period at the end of the transaction
 */
export const voidCreditNote = async (clock: Clock, db: UserDb, locked: InvoiceBalance, note: CreditNote): Promise<void> => {
  if (note.status === 'voided') return
  const { taken, paid, total, withheld, credited, writtenOff, applied, settled } = locked
  const amount = subtractWithheld(note)
  if (writtenOff > 0) throw new AppError(409, 'A part of this invoice is written off. Undo the write-off first, then void the credit note.')
  if (taken > paid && paid + credited + withheld - amount < total)
    throw new AppError(
      409,
      `A refund gave the credit of ${note.creditNoteNumber} back to the customer, so it can't be voided. Invoice the amount again instead.`,
    )
  if (applied < 0 && settled - amount < total) await refuseWhileApplied(db, locked.id, "this credit note can't be voided")
  await storeVoided(db, note.id)
  for (const { id, deducted } of await listDeposits(db, locked.id))
    if (deducted > 0) await refuseOverused(db, id, "this credit note, which gave it back, can't be voided")
  const before = `${note.creditNoteNumber}, ${formatMoney(note.total, note.currency)}`
  await recordEvent(db, invoiceType, locked.id, 'credit undone', [{ field: 'Credit note', before, after: null }])
  await refreshInvoice(clock, db, locked.id)
  postInvoice(db, locked.id, { days: [{ day: note.issueDate }] })
}
