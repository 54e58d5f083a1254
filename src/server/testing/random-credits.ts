import { issueCreditNote, issueToCustomer, voidCreditNote, voidCustomerNote } from '#features/credit-notes/issue.ts'
import { lockNote, refundCredit, reverseCreditRefund } from '#features/credit-notes/refunds.ts'
import { getInvoice } from '#features/invoices/read.ts'
import { getCreditNote } from '#server/domain/credit-notes/credit-notes.ts'
import { laterOf } from '#server/domain/ledger/journal/write-off-events.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import { applyCredit, reverseCreditApplication } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { reverseWriteOff, writeOff } from '#server/domain/payments/write-offs/write-offs.ts'
import { mayWriteOff } from '#shared/invoice-rules.ts'
import { sum, toDecimal } from '#shared/money.ts'
import { type Act, lifeToday, one, oneId, oneInvoice, randomDay, toMoney } from './random-acts.ts'

/** Writes off all that is due, or a part of it. */
const writeOffBalance: Act = async (life) => {
  const { random, db, clock } = life
  const id = await oneInvoice(life, "deleted_at is null and status in ('sent', 'overdue')")
  if (id === undefined) return
  const invoice = await lockBalance(db, id)
  if (mayWriteOff(invoice) !== true) return
  const amount = random.percent(70) ? undefined : toMoney(random.between(1, Math.ceil(invoice.due / 10)), invoice.currency)
  const on = random.percent(50) ? invoice.issueDate : randomDay(life)
  await writeOff(clock, db, invoice, { amount, day: on, recoversTax: random.percent(60) })
}

const undoWriteOff: Act = async (life) => {
  const { db, clock } = life
  const found = await one<{ id: number; invoiceId: number }>(
    life,
    `select w.id, w.document_id as "invoiceId" from movements w join documents d on d.user_id = $1 and d.id = w.document_id and d.deleted_at is null
     where w.user_id = $1 and w.kind = 'write-off' and w.reversed_at is null order by w.id desc limit 20`,
  )
  if (!found) return
  await lockBalance(db, found.invoiceId)
  await reverseWriteOff(clock, db, found.invoiceId, found.id)
}

/** Applies the customer's credit to an invoice with a balance due, all of it or a part; the app refuses it where there is none. */
const moveCredit: Act = async (life) => {
  const { random, db, clock } = life
  // One of a customer who may have credit.
  const id = await oneInvoice(
    life,
    `deleted_at is null and status in ('sent', 'overdue') and (customer_id, currency) in (
      select d.customer_id, d.currency from document_balance b join documents d on d.user_id = $1 and d.id = b.document_id and (b.settled > d.total or d.type = 'credit-note' and b.settled > 0
        or d.invoice_kind = 'retainer' and b.paid + b.applied > 0)
      where b.user_id = $1)`,
  )
  if (id === undefined) return
  const invoice = await lockBalance(db, id)
  const amount = random.percent(70) ? undefined : toMoney(random.between(1, Math.ceil(invoice.due / 10)), invoice.currency)
  // Also before the credit came, which the app refuses.
  await applyCredit(clock, db, invoice, { amount, ...(random.percent(50) && { day: laterOf(randomDay(life), invoice.issueDate) }) })
}

const undoCredit: Act = async (life) => {
  const { db, clock } = life
  const found = await one<{ id: number; invoiceId: number }>(
    life,
    `select id, document_id as "invoiceId" from movements where user_id = $1 and kind = 'credit application' and reversed_at is null order by id desc limit 20`,
  )
  if (!found) return
  await lockBalance(db, found.invoiceId)
  await reverseCreditApplication(clock, db, found.invoiceId, found.id)
}

/** Credits all that is left of an invoice, a part of one of its lines, or an amount. */
const credit: Act = async (life) => {
  const { random, db } = life
  const invoiceId = await oneInvoice(life, "deleted_at is null and status <> 'draft'")
  if (invoiceId === undefined) return
  const locked = await lockBalance(db, invoiceId)
  const { lineItems, subtotal } = await getInvoice(db, invoiceId, lifeToday)
  const amount = toMoney(random.between(1, Math.ceil(locked.total / 10)), locked.currency)
  // The act that edits an invoice leaves its lines as they were.
  const isWhole = sum(lineItems.map(({ total }) => total)) === subtotal
  const what = random.one([
    isWhole ? {} : { amount },
    { amount },
    isWhole && { lines: [{ lineId: random.one(lineItems).id, quantity: random.one(['0.25', '0.5', '0.333333', '1']) }] },
  ])
  const issueDate = laterOf(randomDay(life), locked.issueDate)
  const input = { issueDate, notes: null, ...(what || { amount }) }
  await issueCreditNote(life.clock, db, locked, { input, today: lifeToday })
}

/** Gives credit to a customer without an invoice: one or two lines, with the tax of the whole note or with that of a tax rate. */
const giveCredit: Act = async (life) => {
  const { random, db } = life
  const of = await oneInvoice(life, "deleted_at is null and status <> 'draft'")
  if (of === undefined) return
  const { customerId, currency, lineItems, exchangeRate, rateSource } = await getInvoice(db, of, lifeToday)
  const taxRateId = random.one(lineItems).taxRateId
  const toLine = (n: number) => ({
    ...{ description: `Rebate ${n}`, quantity: random.one(['1', '0.5', '3']), taxRateId },
    unitPrice: toDecimal(toMoney(random.between(1, 20_000), currency)),
  })
  const input = {
    ...{ customerId, currency, notes: null, issueDate: randomDay(life), pricesIncludeTax: random.percent(30) },
    ...(taxRateId === null && { taxRate: random.one([0, 1900]) }),
    ...(rateSource !== null && { exchangeRate }),
    lineItems: random.percent(50) ? [toLine(1)] : [toLine(1), toLine(2)],
  }
  await issueToCustomer(db, input, lifeToday)
}

/** Voids a credit note; the app refuses it once its credit was refunded. */
const voidCredit: Act = async (life) => {
  const { db } = life
  const id = await oneId(
    life,
    "select id from documents where user_id = $1 and type = 'credit-note' and status = 'issued' order by id desc limit 20",
  )
  if (id === undefined) return
  const { invoice } = await getCreditNote(db, id, lifeToday)
  if (!invoice) return voidCustomerNote(db, id, lifeToday)
  const locked = await lockBalance(db, invoice.id)
  await voidCreditNote(life.clock, db, locked, await getCreditNote(db, id, lifeToday))
}

/** Refunds all that is left of a credit note without an invoice, or a part; the app refuses it where nothing is left. */
const giveBackCredit: Act = async (life) => {
  const { random, db } = life
  const id = await oneId(
    life,
    `select d.id from document_balance b join documents d on d.user_id = $1 and d.id = b.document_id and d.type = 'credit-note'
     where b.user_id = $1 and b.settled > 0 order by d.id desc limit 20`,
  )
  if (id === undefined) return
  const note = await lockNote(db, id, lifeToday)
  const { creditLeft, issueDate, currency } = note
  const amount = random.percent(40) ? undefined : toMoney(random.between(1, Math.ceil(creditLeft! / 10)), currency)
  await refundCredit(db, note, { amount, day: laterOf(randomDay(life), issueDate), paymentMethod: 'Cash', notes: null })
}

const undoCreditRefund: Act = async (life) => {
  const found = await one<{ id: number; noteId: number }>(
    life,
    `select id, document_id as "noteId" from movements where user_id = $1 and kind = 'credit refund' and reversed_at is null order by id desc limit 20`,
  )
  if (!found) return
  await lockNote(life.db, found.noteId, lifeToday)
  await reverseCreditRefund(life.db, found.noteId, found.id, lifeToday)
}

/** The acts on what settles documents other than payments, with how often each is drawn. */
export const settlementActs: readonly (readonly [weight: number, act: Act])[] = [
  [4, writeOffBalance],
  [2, undoWriteOff],
  [6, credit],
  [1, voidCredit],
  [4, giveCredit],
  [4, moveCredit],
  [1, undoCredit],
  [4, giveBackCredit],
  [1, undoCreditRefund],
]
