import { homeCurrencySql } from '#server/domain/business/business.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { nextDueDateSql } from '#server/domain/ledger/instalments-sql.ts'
import { invoicePaymentsSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { asksForNothing, type InvoiceKind } from '#shared/invoice-rules.ts'
import { type Amount, parseAmount, toAmount } from '#shared/money.ts'

export type InvoiceBalance = {
  id: number
  version: number
  number: string
  kind: InvoiceKind
  /** As it is stored, which isn't 'overdue' by date. */
  status: 'draft' | 'sent' | 'paid' | 'overdue'
  issueDate: Day
  dueDate: Day
  currency: Currency
  homeCurrency: Currency
  /** Units of the home currency per unit of the invoice's; null for a draft without one. */
  exchangeRate: string | null
  total: Amount
  taxAmount: Amount
  /** In the home currency; null while its rate is unknown. */
  homeTotal: Amount | null
  /** Payments minus refunds. */
  paid: Amount
  /** Payments, refunds not deducted. */
  taken: Amount
  /** Standing write-offs. */
  writtenOff: Amount
  /** Credit notes that stand, without their part of what is withheld. */
  credited: Amount
  /** Credit of other invoices that was applied to it, less its own that was applied to others. */
  applied: Amount
  /** What the customer keeps for the tax office. */
  withheld: Amount
  /** paid + writtenOff + credited + applied + withheld. */
  settled: Amount
  /** total - settled, at least zero. */
  due: Amount
  /** Whether anything is due. */
  hasBalance: boolean
  customerEmail: string | null
  publicId: string
}

type AmountName = 'total' | 'taxAmount' | 'paid' | 'taken' | 'writtenOff' | 'credited' | 'applied' | 'withheld' | 'settled'
type Row = Omit<InvoiceBalance, AmountName | 'homeTotal' | 'due' | 'hasBalance' | 'customerEmail'> &
  Record<AmountName, string> & { homeTotal: string | null; email: string | null }

export const alreadyPaid = () => new AppError(409, 'This invoice has already been paid.')

/** A customer is not told that the invoice was written off. */
export const refusePayment = ({ paid, settled, withheld, total }: Pick<InvoiceBalance, 'paid' | 'settled' | 'withheld' | 'total'>) =>
  settled - withheld > paid || asksForNothing({ total }) ? new AppError(409, 'Nothing is due on this invoice.') : alreadyPaid()

/** Until the transaction ends, so that no two payments are checked against the same balance. @throws AppError 404, also when deleted */
export const lockBalance = async (db: UserDb, invoiceId: number): Promise<InvoiceBalance> => {
  const locked = await db.rows(
    "select 1 from documents where user_id = $1 and id = $2 and type = 'invoice' and deleted_at is null for update",
    [db.userId, invoiceId],
    'invoices.lock',
  )
  if (locked.length === 0) throw notFound('Invoice')
  return readBalance(db, invoiceId)
}

/** Deleted or not, until the transaction ends. */
export const lockInvoice = async (db: UserDb, invoiceId: number): Promise<void> => {
  await db.rows('select 1 from documents where user_id = $1 and id = $2 for update', [db.userId, invoiceId])
}

/** Payments for a deleted invoice are recorded all the same. */
export const lockBalanceIncludingDeleted = async (db: UserDb, invoiceId: number): Promise<InvoiceBalance> => {
  await lockInvoice(db, invoiceId)
  return readBalance(db, invoiceId)
}

/** Call it under the invoice's lock. */
export const readBalance = async (db: UserDb, invoiceId: number): Promise<InvoiceBalance> => {
  const [row] = await db.rows<Row>(
    `select i.id, i.version, i.number, i.invoice_kind as kind, i.status, i.issue_date as "issueDate", i.due_date as "dueDate", i.currency, ${homeCurrencySql} as "homeCurrency",
            i.exchange_rate::text as "exchangeRate", i.total, i.tax_amount as "taxAmount", i.home_total as "homeTotal", c.email,
            l.public_id as "publicId", sums.net::text as paid, sums.taken::text as taken, sums."writtenOff"::text as "writtenOff", sums.credited::text, sums.applied::text,
            sums.withheld::text, sums.settled::text
     from documents i
     cross join lateral ${invoicePaymentsSql('i')} sums
     left join customers c on c.user_id = $1 and c.id = i.customer_id
     join public_links l on l.user_id = $1 and l.document_id = i.id
     where i.user_id = $1 and i.id = $2`,
    [db.userId, invoiceId],
    'payments.balance',
  )
  const { email, homeTotal, ...rest } = row!
  const [total, settled] = [parseAmount(rest.total), parseAmount(rest.settled)]
  return {
    ...rest,
    ...{
      total,
      settled,
      withheld: parseAmount(rest.withheld),
      paid: parseAmount(rest.paid),
      taken: parseAmount(rest.taken),
      taxAmount: parseAmount(rest.taxAmount),
    },
    ...{ writtenOff: parseAmount(rest.writtenOff), credited: parseAmount(rest.credited), applied: parseAmount(rest.applied) },
    homeTotal: homeTotal === null ? null : parseAmount(homeTotal),
    due: toAmount(Math.max(total - settled, 0)),
    hasBalance: total > settled,
    customerEmail: email,
  }
}

/**
 * Call it when the payments or the schedule of an invoice, or the credit that is left of a credit note, change: its JSON and its PDF show
 * other amounts, even where the status stays. With a schedule, the due date becomes that of the oldest open instalment.
 */
export const bumpInvoiceVersion = async (db: UserDb, invoiceId: number): Promise<void> => {
  const [bumped] = await db.rows<{ type: DocumentType['name'] }>(
    `update documents i set version = version + 1, updated_at = now(), due_date = coalesce(${nextDueDateSql('i')}, due_date)
     where i.user_id = $1 and i.id = $2 returning type`,
    [db.userId, invoiceId],
  )
  if (bumped) db.announce(`${bumped.type}s`)
}

type PaymentTotals = { taken: Amount; refunded: Amount; paidOn: Day | null; refundedOn: Day | null }

/** `paidOn` is null when everything was refunded. */
export const readPaymentTotals = async (db: UserDb, invoiceId: number): Promise<PaymentTotals> => {
  const [row] = await db.rows<{ taken: string; refunded: string; paidOn: Day | null; refundedOn: Day | null }>(
    `select coalesce(sum(p.amount), 0.00)::text as taken, coalesce(sum(p.refunded), 0.00)::text as refunded,
            max(p.payment_date) filter (where p.amount > p.refunded)::text as "paidOn", max(r.day)::text as "refundedOn"
     from payments p
     left join lateral (
       select max(day) as day from movements where user_id = $1 and payment_id = p.id and amount > 0 and p.refunded > 0) r on true
     where p.user_id = $1 and p.document_id = $2 and p.status = 'succeeded'`,
    [db.userId, invoiceId],
    'payments.came',
  )
  return { ...row!, taken: parseAmount(row!.taken), refunded: parseAmount(row!.refunded) }
}
