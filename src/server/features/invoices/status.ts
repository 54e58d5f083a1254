import { issuePaper } from '#server/papers/issue.ts'
import { invoiceKind } from '#server/papers/kind.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { showMoney } from '#shared/money.ts'

import type { InvoiceMoney } from './money.ts'

type Change = {
  id: number
  stored: InvoiceStatus
  /** What the owner chose; it differs from what is shown. */
  wish: InvoiceStatus
  dueDate: Day
  today: Day
}

/**
 * Gives an invoice the status that its owner chose, with all that this means: sending keeps both parties' details, paying records a payment,
 * going back undoes what was recorded by hand.
 * @throws AppError 409 when the payments stand against it
 */
export const setStatus = async (db: UserDb, money: InvoiceMoney, { id, stored, wish, dueDate, today }: Change): Promise<void> => {
  if (stored === 'draft') await issuePaper(db, invoiceKind, id)
  if (wish === 'paid') return money.payOutstanding(db, id, today)
  if (stored === 'paid') await money.reopen(db, id)
  if (wish === 'draft') return makeDraft(db, id)
  // One that is overdue by its date shows so by itself, and must stop when the date moves.
  await store(db, id, wish === 'overdue' && dueDate >= today ? 'overdue' : 'sent')
}

const store = (db: UserDb, id: number, status: 'sent' | 'overdue') =>
  db.rows('update invoices set status = $3, version = version + 1, updated_at = now() where user_id = $1 and id = $2 and status <> $3', [
    db.userId,
    id,
    status,
  ])

const makeDraft = async (db: UserDb, id: number) => {
  const [standing] = await db.rows<{ paid: string }>(
    `select sum(amount - refunded)::numeric(14,2)::text as paid from payments where user_id = $1 and invoice_id = $2 and status = 'succeeded'
     having sum(amount - refunded) > 0`,
    [db.userId, id],
  )
  if (standing) throw new AppError(409, `This invoice has payments of ${showMoney(standing.paid)}. Undo them before you make it a draft.`)
  await db.rows(
    `update invoices set status = 'draft', customer_as_sent = null, business_as_sent = null, sent_at = null, version = version + 1,
            updated_at = now()
     where user_id = $1 and id = $2`,
    [db.userId, id],
  )
}
