import { invoiceType } from '#server/domain/documents/document-type.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { refreshDocumentEntry } from '#server/domain/documents/lifecycle/search-entry.ts'
import { invoicePaymentsSql, wrongStatusSql } from '#server/domain/ledger/paid-sql.ts'
import { isOpenSql } from '#server/domain/ledger/status-sql.ts'
import { payOutstanding } from '#server/domain/payments/manual/manual-payment.ts'
import { reopenInvoice } from '#server/domain/payments/manual/void-payment.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { hasLapsed } from '#shared/document-status.ts'
import { type InvoiceStatus, sendsReceipt, statusLabels } from '#shared/invoice-rules.ts'
import { formatMoney, parseAmount } from '#shared/money.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { issueInvoice } from './create.ts'

type Change = {
  id: number
  stored: InvoiceStatus
  /** Differs from the displayed status. */
  requested: InvoiceStatus
  dueDate: Day
  today: Day
  sendReceipt: boolean | undefined
}

/**
 * Leaving draft stores both parties' details, paid records a payment, leaving paid voids manual payments.
 * @throws AppError 409 when the payments don't allow it
 */
export const setStatus = async (clock: Clock, db: UserDb, change: Change): Promise<void> => {
  const { id, stored, requested, dueDate, today } = change
  // One that is marked as paid has been paid with money.
  if (stored === 'draft' && requested === 'paid') await issueDocument(db, invoiceType, id)
  else if (stored === 'draft') await issueInvoice(db, id, today)
  if (requested === 'paid')
    return payOutstanding(clock, db, id, { day: today, sendReceipt: change.sendReceipt ?? sendsReceipt({ status: stored }) })
  if (stored === 'paid') await reopenInvoice(clock, db, id)
  if (requested === 'draft') {
    await makeDraft(db, id)
    return
  }
  // An invoice past its due date is stored as 'sent': it is shown as overdue by its date, and no longer when the date moves.
  // Credit may have settled it as it was issued.
  const next = requested === 'overdue' && !hasLapsed('sent', dueDate, today) ? 'overdue' : 'sent'
  await storeStatus(db, id, next, stored === 'draft' ? ['sent'] : ['sent', 'overdue', 'paid'])
}

const storeStatus = (db: UserDb, id: number, status: 'sent' | 'overdue', from: readonly InvoiceStatus[]) =>
  db.rows(
    'update documents set status = $3, version = version + 1, updated_at = now() where user_id = $1 and id = $2 and status <> $3 and status = any($4)',
    [db.userId, id, status, from],
  )

/** A rate that was found when the invoice was issued is forgotten, as it is the rate of that issue date; one that the owner typed stays. */
const isFoundSql = "rate_source in ('file', 'ecb')"

const makeDraft = async (db: UserDb, id: number): Promise<void> => {
  await db.rows(
    `update document_taxes set home_base = null, home_amount = null
     where user_id = $1 and document_id in (select d.id from documents d where d.user_id = $1 and d.id = $2 and ${isFoundSql})`,
    [db.userId, id],
  )
  await db.rows(
    `update documents set status = 'draft', customer_snapshot = null, business_snapshot = null, sent_at = null, version = version + 1,
            updated_at = now(), exchange_rate = case when ${isFoundSql} then null else exchange_rate end,
            home_total = case when ${isFoundSql} then null else home_total end,
            rate_day = case when ${isFoundSql} then null else rate_day end, rate_source = case when ${isFoundSql} then null else rate_source end
     where user_id = $1 and id = $2`,
    [db.userId, id],
  )
  await refreshDocumentEntry(db, id)
}

/** @throws AppError 409 when nothing is due, so that the invoice is neither sent nor overdue whatever the owner chose */
export const refuseOpenStatus = async (db: UserDb, id: number): Promise<void> => {
  const open = await db.rows(`select 1 from documents i where i.user_id = $1 and i.id = $2 and ${isOpenSql('i')}`, [db.userId, id])
  if (open.length > 0) return
  throw new AppError(
    409,
    'Nothing is due on this invoice, so its status stays Paid. Choose Draft to withdraw it, or change what it asks for.',
  )
}

type InconsistentInvoice = {
  status: InvoiceStatus
  currency: Currency
  paid: string
  writtenOff: string
  credited: string
  provider: ProviderName | null
}

/** By the rule of the integrity check. @throws AppError 409 with what the user can do */
export const refuseInconsistentStatus = async (db: UserDb, id: number): Promise<void> => {
  const [inconsistent] = await db.rows<InconsistentInvoice>(
    `select i.status, i.currency, c.net::text as paid, c."writtenOff"::text as "writtenOff", c.credited::text, c.provider from documents i
     cross join lateral ${invoicePaymentsSql('i')} c
     where i.user_id = $1 and i.id = $2 and ${wrongStatusSql('i', 'c')}`,
    [db.userId, id],
  )
  if (inconsistent) throw new AppError(409, explainInconsistency(inconsistent))
}

const explainInconsistency = ({ status, currency, paid, writtenOff, credited, provider }: InconsistentInvoice): string => {
  if (parseAmount(writtenOff) > 0)
    return `${formatMoney(writtenOff, currency)} of this invoice is written off, which doesn't fit the status ${statusLabels[status]}. Undo the write-off first.`
  if (parseAmount(credited) > 0)
    return `${formatMoney(credited, currency)} of this invoice is credited, which doesn't fit the status ${statusLabels[status]}. Void the credit note first.`
  if (status !== 'draft')
    return `This invoice has payments of ${formatMoney(paid, currency)}, which don't fit the status ${statusLabels[status]}.`
  return provider === null
    ? `This invoice has payments of ${formatMoney(paid, currency)}. Undo them before you make it a draft.`
    : `This invoice was paid through ${providerLabels[provider]}, so it can't become a draft again, not even after a refund. Duplicate it to get a new draft, or choose Sent to ask for what is still due.`
}
