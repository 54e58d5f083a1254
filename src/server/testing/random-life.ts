import { refuseInconsistentStatus } from '#features/invoices/status.ts'
import { getHomeCurrency, homeCurrencySql } from '#server/domain/business/business.ts'
import { postOtherDeductions, refuseWhileDeducted } from '#server/domain/documents/deposits.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { removeDocument, restoreDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { issueWithoutEvent } from '#server/domain/documents/lifecycle/issue.ts'
import { createOpeningBalance } from '#server/domain/documents/lifecycle/opening-balances.ts'
import { closeBooks, listClosings, reopenBooks } from '#server/domain/ledger/closing/closings.ts'
import { postExpense, postInvoice } from '#server/domain/ledger/journal/post.ts'
import { bumpInvoiceVersion, lockBalance, lockBalanceIncludingDeleted } from '#server/domain/payments/balance/balance.ts'
import { refreshInvoiceStatus, updateInvoiceStatus } from '#server/domain/payments/balance/update-invoice-status.ts'
import { refuseWhileApplied } from '#server/domain/payments/credit-applications/credit-applications.ts'
import { divideAnew, refuseOtherDays, saveSchedule } from '#server/domain/payments/instalments/instalments.ts'
import { insertManualPayment, payOutstanding } from '#server/domain/payments/manual/manual-payment.ts'
import { reopenInvoice, voidManualPayment } from '#server/domain/payments/manual/void-payment.ts'
import { insertMovement } from '#server/domain/payments/movements.ts'
import { reverseForMoney } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Database } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { getMinorUnit, toHome } from '#shared/exchange-rates.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import { fromMinor } from '#shared/minor-units.ts'
import { parseAmount, scale, sum, toAmount, toDecimal, zero } from '#shared/money.ts'
import { getMonthEnd } from '#shared/periods.ts'
import { formatHundredths } from '#shared/rates.ts'
import type { Random } from '#shared/testing/random.ts'
import { type Act, invoices, lifeToday, one, oneCustomer, oneId, oneInvoice, providers, randomDay, toMoney } from './random-acts.ts'
import { settlementActs } from './random-credits.ts'
import { type Currencies, randomRate } from './random-currencies.ts'
import { afterRestore, askDeposit, deduct } from './random-deposits.ts'
import { manualActs } from './random-manual-entries.ts'

// Random acts on a user's invoices, payments, expenses, entries by hand and closings, by the functions that the app uses, or, for what a provider reports and for edits, by
// the same statements followed by the same posting. What the app refuses is refused here.

const addInvoice: Act = async (life) => {
  const { random, db } = life
  const issueDate = randomDay(life)
  const [{ count }] = (await db.rows<{ count: number }>(`select count(*)::int as count ${invoices}`, [db.userId])) as [{ count: number }]
  const customerId = await oneCustomer(life)
  const [currencies] = (await db.rows<Currencies>(
    `select coalesce(currency, ${homeCurrencySql}) as currency, ${homeCurrencySql} as "homeCurrency" from customers where user_id = $1 and id = $2`,
    [db.userId, customerId],
  )) as [Currencies]
  const isRetainer = random.percent(12)
  const { id } = await createDocument(db, invoiceType, {
    ...{ customerId, invoiceKind: isRetainer ? 'retainer' : 'standard' },
    exchangeRate: randomRate(random, currencies),
    number: `LIFE-${count + 1}`,
    issueDate,
    endDate: addDays(issueDate, random.one([0, 14, 30, 60])),
    taxRate: isRetainer ? 0 : random.one([0, 825, 1900]),
    lineItems: [{ description: 'Work', quantity: '1.00', unitPrice: formatHundredths(random.between(0, 50_000)) }],
  })
  if (random.percent(60)) await issueWithoutEvent(db, invoiceType, id)
}

const addOpeningBalance: Act = async (life) => {
  const openOn = randomDay(life)
  const owed = toMoney(life.random.between(1, 90_000), await getHomeCurrency(life.db))
  const amount = life.random.percent(25) ? toAmount(-owed) : owed
  const dueDate = addDays(openOn, life.random.between(-90, 30))
  await createOpeningBalance(life.db, { customerId: await oneCustomer(life), amount, day: openOn, dueDate })
}

const issue: Act = async (life) => {
  const id = await oneInvoice(life, "deleted_at is null and status = 'draft'")
  if (id !== undefined) await issueWithoutEvent(life.db, invoiceType, id)
}

/** Edits amounts, day and customer, as the form does. */
const edit: Act = async (life) => {
  const { random, db, clock } = life
  // What a deposit is deducted from has lines, which this leaves as they are; discounts and prices with tax have other sums.
  const id = await oneInvoice(
    life,
    `deleted_at is null and invoice_kind = 'standard' and not prices_include_tax and discount_amount = 0 and charge_amount = 0
     and not exists (select from document_lines l where l.user_id = $1 and l.document_id = documents.id and l.kind = 'deposit')`,
  )
  if (id === undefined) return
  const { writtenOff, credited, dueDate } = await lockBalance(db, id)
  if (writtenOff + credited > 0) return
  await refuseWhileApplied(db, id, 'its customer stays')
  type Before = { issueDate: Day; isOpening: boolean; isDraft: boolean; rate: string } & Currencies
  const [before] = (await db.rows<Before>(
    `select issue_date as "issueDate", is_opening_balance as "isOpening", status = 'draft' as "isDraft", exchange_rate::text as rate, currency,
            ${homeCurrencySql} as "homeCurrency" ${invoices} and id = $2`,
    [db.userId, id],
  )) as [Before]
  const { currency, homeCurrency } = before
  const isForeign = currency !== homeCurrency
  const rate = isForeign && random.percent(50) ? randomRate(random, before)! : before.rate
  const subtotal = toMoney(random.between(0, 40_000), currency)
  const percent = random.one([0, 500, 1900])
  const tax = scale(subtotal, percent, 10_000, currency)
  const [homeNet, homeTax] = [toHome(subtotal, rate, homeCurrency), toHome(tax, rate, homeCurrency)]
  const issueDate = random.percent(50) ? before.issueDate : randomDay(life)
  await refuseOtherDays(db, { id, dueDate }, { issueDate, dueDate })
  db.announce('invoices')
  await db.rows(
    `update documents set subtotal = $3, net_amount = $3, tax_amount = $4, total = $5, home_total = $6, exchange_rate = $7,
            issue_date = $8, customer_id = $9
     where user_id = $1 and id = $2`,
    [
      ...[db.userId, id, toDecimal(subtotal), toDecimal(tax), toDecimal(sum([subtotal, tax]))],
      ...[toDecimal(sum([homeNet, homeTax])), rate, issueDate, await oneCustomer(life)],
    ],
  )
  await db.rows('delete from document_taxes where user_id = $1 and document_id = $2', [db.userId, id])
  if (percent > 0)
    await db.rows(
      `insert into document_taxes (user_id, document_id, decimals, percent, base, amount, home_base, home_amount)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[db.userId, id, getCurrencyDecimals(currency), formatHundredths(percent), toDecimal(subtotal), toDecimal(tax)],
        ...(isForeign ? [toDecimal(homeNet), toDecimal(homeTax)] : [null, null]),
      ],
    )
  await divideAnew(db, id)
  if (before.isDraft) return
  await refreshInvoiceStatus(clock, db, id)
  await refuseInconsistentStatus(db, id)
  postInvoice(db, id, { days: [{ day: before.issueDate }, { day: issueDate }] })
}

const payByHand: Act = async (life) => {
  const { random, db, clock } = life
  const id = await oneInvoice(life)
  if (id === undefined) return
  const invoice = await lockBalance(db, id)
  const { due, writtenOff } = invoice
  if (due + writtenOff === 0 || (invoice.status === 'paid' && writtenOff === 0)) return
  const most = toAmount(due + writtenOff)
  const part = toMoney(random.between(1, Math.ceil(most / 10)), invoice.currency)
  const amount = random.one([most, most, part, toAmount(most + part)])
  // Without one it has the rate of its invoice.
  const exchangeRate = random.percent(70) ? randomRate(random, invoice) : undefined
  const payment = { amount, exchangeRate, day: randomDay(life), method: 'Cash', notes: null, sendReceipt: false }
  await insertManualPayment(clock, db, invoice, payment)
  await refreshInvoiceStatus(clock, db, id)
  postInvoice(db, id)
}

const markPaid: Act = async (life) => {
  const id = await oneInvoice(life, "deleted_at is null and status <> 'paid'")
  if (id !== undefined) await payOutstanding(life.clock, life.db, id, { day: randomDay(life), sendReceipt: false })
}

/** A provider reports a payment, also for a deleted invoice, for too much, and late. */
const payOnline: Act = async (life) => {
  const { random, db, clock } = life
  const id = await oneInvoice(life, "status <> 'draft'")
  if (id === undefined) return
  const invoice = await lockBalanceIncludingDeleted(db, id)
  const amount = random.percent(70) && invoice.due > 0 ? invoice.due : toMoney(random.between(1, 30_000), invoice.currency)
  const rate = randomRate(random, invoice)
  const worth = toHome(amount, rate ?? '1', invoice.homeCurrency)
  const paidOn = randomDay(life)
  await reverseForMoney(clock, db, invoice, { amount, day: paidOn })
  db.announce('payments')
  await db.rows(
    `insert into payments (user_id, document_id, amount, fee, payment_date, payment_method, provider, status, currency, home_amount, exchange_rate, rate_source)
     values ($1, $2, $3, $4, $5, 'card', $6, 'succeeded', lower($7), $8, $9, $10)`,
    [
      db.userId,
      id,
      toDecimal(amount),
      random.percent(80) ? toDecimal(scale(worth, 1, 30, invoice.homeCurrency)) : null,
      paidOn,
      random.one(providers),
      invoice.currency,
      ...(rate === undefined ? [null, null, null] : [toDecimal(worth), rate, 'provider']),
    ],
  )
  await updateInvoiceStatus(clock, db, await lockBalanceIncludingDeleted(db, id))
  await bumpInvoiceVersion(db, id)
  postInvoice(db, id, { mayBeLate: true })
}

/**
 * A refund, a lost dispute (all that is left), or a refund that failed and came back; in another currency mostly with what the provider took for it. Of a
 * dispute that was won at another rate only the difference is left.
 */
const giveBack: Act = async (life) => {
  const { random, db, clock } = life
  type Row = { id: number; invoiceId: number; left: number; refunded: number; paidOn: Day; decimals: number } & Currencies
  const payment = await one<Row>(
    life,
    `select p.id, p.document_id as "invoiceId", ((p.amount - p.refunded) * 10 ^ d.decimals)::int as left, (p.refunded * 10 ^ d.decimals)::int as refunded,
            p.payment_date as "paidOn", d.decimals, d.currency, ${homeCurrencySql} as "homeCurrency"
     from payments p join documents d on d.user_id = $1 and d.id = p.document_id
     where p.user_id = $1 and p.provider <> 'manual' and p.status = 'succeeded' order by p.id desc limit 20`,
  )
  if (!payment) return
  const { id, invoiceId, left, refunded, paidOn, decimals } = payment
  await lockBalanceIncludingDeleted(db, invoiceId)
  const rate = randomRate(random, payment)
  const isDifference = rate !== undefined && random.percent(15)
  const comesBack = refunded > 0 && random.percent(20)
  if (!isDifference && !comesBack && left === 0) return
  const amount = isDifference ? 0 : comesBack ? -random.between(1, refunded) : random.percent(30) ? left : random.between(1, left)
  const on = addDays(paidOn, random.between(0, 60))
  const returned = toDecimal(fromMinor(amount, decimals))
  const difference = toAmount(random.one([-3, 2]) * getMinorUnit(payment.homeCurrency))
  const taken = isDifference
    ? difference
    : rate !== undefined && random.percent(70)
      ? toHome(parseAmount(returned), rate, payment.homeCurrency)
      : null
  db.announce('payments')
  const moved = { kind: 'refund', documentId: invoiceId, paymentId: id, day: on, currency: payment.currency } as const
  await insertMovement(db, { ...moved, amount: parseAmount(returned), homeAmount: taken })
  await db.rows('update payments set refunded = refunded + $3 where user_id = $1 and id = $2', [db.userId, id, returned])
  await reverseForMoney(clock, db, await lockBalanceIncludingDeleted(db, invoiceId), { amount: zero, day: on })
  await updateInvoiceStatus(clock, db, await lockBalanceIncludingDeleted(db, invoiceId))
  await bumpInvoiceVersion(db, invoiceId)
  postInvoice(db, invoiceId, { mayBeLate: true })
}

const undoPayment: Act = async (life) => {
  const { db, clock } = life
  type Row = { id: number; invoiceId: number }
  const payment = await one<Row>(
    life,
    `select p.id, p.document_id as "invoiceId" from payments p join documents d on d.user_id = $1 and d.id = p.document_id and d.deleted_at is null
     where p.user_id = $1 and p.provider = 'manual' and p.status = 'succeeded' order by p.id desc limit 20`,
  )
  if (!payment) return
  await lockBalance(db, payment.invoiceId)
  await voidManualPayment(clock, db, payment.invoiceId, payment.id)
}

const reopenPaid: Act = async (life) => {
  const id = await oneInvoice(life, "deleted_at is null and status = 'paid'")
  if (id !== undefined) await reopenInvoice(life.clock, life.db, id)
}

/** Divides an invoice into instalments, or removes its schedule. */
const schedule: Act = async (life) => {
  const { random, db } = life
  const id = await oneInvoice(life, "deleted_at is null and status <> 'paid'")
  if (id === undefined) return
  const invoice = await lockBalance(db, id)
  let dueDate = addDays(invoice.issueDate, random.between(0, 60))
  const instalments = Array.from({ length: random.one([0, 2, 3, 6]) }, () => {
    dueDate = addDays(dueDate, random.between(1, 45))
    return { dueDate }
  })
  await saveSchedule(db, invoice, { instalments })
}

/** As the app does, an invoice with money of a provider, a credit note or applied credit is not deleted. */
const remove: Act = async (life) => {
  const id = await oneInvoice(
    life,
    `deleted_at is null and not exists (select 1 from payments p where p.user_id = $1 and p.document_id = documents.id and p.provider <> 'manual')
     and not exists (select 1 from documents n where n.user_id = $1 and n.credited_invoice_id = documents.id and n.status = 'issued')`,
  )
  if (id === undefined) return
  await refuseWhileApplied(life.db, id, "the invoice can't be deleted")
  await refuseWhileDeducted(life.db, id, "it can't be deleted")
  await postOtherDeductions(life.db, id)
  await removeDocument(life.db, invoiceType, id)
}

/** Deleted invoices of a ledger that was inserted may have a status that the app refuses. */
const restore: Act = async (life) => {
  const id = await oneInvoice(life, "deleted_at is not null and number ~ '^(LIFE|OB)-'")
  if (id === undefined) return
  await restoreDocument(life.db, invoiceType, id)
  await afterRestore(life.db, id)
}

const changeExpense: Act = async (life) => {
  const { random, db } = life
  const id = random.percent(50) ? undefined : await oneId(life, 'select id from expenses where user_id = $1 order by id desc limit 20')
  const spent = toMoney(random.between(1, 9_999), await getHomeCurrency(db))
  const amount = random.percent(15) ? toAmount(-spent) : spent
  const values = [db.userId, random.one(expenseCategories), toDecimal(amount), randomDay(life)]
  db.announce('expenses')
  if (id === undefined) {
    const [made] = await db.rows<{ id: number }>(
      "insert into expenses (user_id, category, amount, expense_date, description) values ($1, $2, $3, $4, 'Bought') returning id",
      values,
    )
    postExpense(db, made!.id)
    return
  }
  if (random.percent(30)) await db.rows('delete from expenses where user_id = $1 and id = $2', [db.userId, id])
  else await db.rows('update expenses set category = $2, amount = $3, expense_date = $4 where user_id = $1 and id = $5', [...values, id])
  postExpense(db, id)
}

const close: Act = (life) => closeBooks(life.db, getMonthEnd(randomDay(life)), lifeToday)

const reopen: Act = async ({ db }) => {
  const newest = (await listClosings(db)).closings.find(({ reopenedAt }) => reopenedAt === null)
  if (newest) await reopenBooks(db, newest.id, 'A late receipt')
}

const acts: readonly (readonly [weight: number, act: Act])[] = [
  [8, addInvoice],
  [2, addOpeningBalance],
  [3, issue],
  [7, askDeposit],
  [9, deduct],
  [6, edit],
  [6, payByHand],
  [2, markPaid],
  [6, payOnline],
  [6, giveBack],
  [3, undoPayment],
  ...settlementActs,
  [4, schedule],
  [2, reopenPaid],
  [3, remove],
  [2, restore],
  [4, changeExpense],
  ...manualActs,
  [1, close],
  [1, reopen],
]
const deck = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

/** Does a random act in a transaction of its own. @returns false when the app refused it */
export const actOnce = async (database: Database, userId: number, random: Random): Promise<boolean> => {
  const clock = { now: () => new Date(`${lifeToday}T12:00:00Z`) }
  const act = random.one(deck)
  try {
    await database.asUser(userId, (db) => act({ random, db, clock }))
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return false
  }
}
