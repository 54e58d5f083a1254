import { getBusiness } from '#server/domain/business/business.ts'
import { type DocumentType, invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { lockCustomers } from '#server/domain/search/write-entries.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import type { Day } from '#shared/dates.ts'
import { explainMissingOrder } from '#shared/document-references.ts'
import { findMissingRate } from './find-missing-rate.ts'
import { giveNumber, lockUnnumbered } from './own-number.ts'
import { refuseTaxProblems } from './refuse-tax-problems.ts'
import { removeScheduledSend } from './scheduled-send.ts'

const missingOrderError = (customer: string) => {
  const message = explainMissingOrder(customer)
  return new AppError(400, message, { issues: [{ path: 'orderNumber', message }] })
}

type Issued = {
  issueDate: Day
  hasRates: boolean
  /** The customer's name, where the customer asks for an order number and the invoice has none. */
  asksForOrder: string | null
  /** Whether the owner wants the customer's credit to be applied to it; null without a profile. */
  appliesCredit: boolean | null
}

/**
 * Gives it a number, and stores the current details of both parties with the document, so that later edits don't change it. @returns null for no draft
 * @throws AppError 409 when its issue date is in a closed period; 400 for an invoice that its tax rates don't allow, or without an exchange
 * rate
 */
export const issueWithoutEvent = async (db: UserDb, type: DocumentType, id: number): Promise<Issued | null> => {
  lockCustomers(db, id)
  const [business, unnumbered] = await Promise.all([getBusiness(db), lockUnnumbered(db, type, id)])
  if (unnumbered) await giveNumber(db, type, unnumbered)
  const issue = () =>
    db.rows<Issued>(
      `update documents p set status = 'sent', sent_at = now(), withdrawn_at = null, updated_at = now(), version = p.version + 1,
            customer_snapshot = ${customerJsonSql}, business_snapshot = $3
     from customers c
     where p.user_id = $1 and p.id = $2 and p.type = $4 and p.status = 'draft' and c.user_id = $1 and c.id = p.customer_id
       and case when p.currency = $5 then p.exchange_rate is not null and p.rate_source is null
                else p.rate_source is not null or (p.exchange_rate is null and p.type = 'estimate') end
     returning p.issue_date as "issueDate", case when c.order_number_required and p.order_number is null and not p.is_opening_balance then c.name end as "asksForOrder",
       (select b.applies_credit from business_profiles b where b.user_id = $1) as "appliesCredit",
       exists (select from document_taxes t where t.user_id = $1 and t.document_id = p.id and t.tax_rate_id is not null) as "hasRates"`,
      [db.userId, id, JSON.stringify(business), type.name, business.currency],
      'documents.issue',
    )
  let [issued] = await issue()
  if (!issued && (await findMissingRate(db, type, id, business.currency))) [issued] = await issue()
  if (!issued) return null
  removeScheduledSend(db, type, id)
  if (issued.asksForOrder !== null && type === invoiceType) throw missingOrderError(issued.asksForOrder)
  if (issued.hasRates && type === invoiceType) await refuseTaxProblems(db, id)
  if (type.isPosted) postInvoice(db, id, { days: [{ day: issued.issueDate, path: 'issueDate' }] })
  return issued
}

/** Without an event. */
export const storeStatus = (db: UserDb, id: number, status: string) =>
  db.rows('update documents set status = $3, version = version + 1, updated_at = now() where user_id = $1 and id = $2', [
    db.userId,
    id,
    status,
  ])

/** As `issueWithoutEvent`. @param by null for the owner @returns null for no draft */
export const issueDocument = async (db: UserDb, type: DocumentType, id: number, by: Actor | null = null): Promise<Issued | null> => {
  const issued = await issueWithoutEvent(db, type, id)
  if (issued) await recordEvent(db, type, id, 'sent', [], by)
  return issued
}
