import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import type { invoiceHistory } from '#shared/api/invoice-history.ts'
import type { InvoiceMoney } from './money.ts'

type History = z.output<typeof invoiceHistory>

/** The newest events that are told: whoever saves a thousand times sees the last of them. */
const mostEvents = 200

/** What happened to an invoice, newest first: each change, each payment whatever became of it, and each e-mail. */
export const historyOf = async (money: Pick<InvoiceMoney, 'paymentsOf'>, db: UserDb, invoiceId: number): Promise<History> => {
  const events = await db.rows<History['events'][number]>(
    'select id, at, kind, by, changes from invoice_events where user_id = $1 and invoice_id = $2 order by id desc limit $3',
    [db.userId, invoiceId, mostEvents],
    'history.events',
  )
  const emails = await db.rows<History['emails'][number]>(
    `select id, kind, to_address as to, subject, state, reason, attempts, queued_at as "queuedAt", settled_at as "settledAt"
     from invoice_emails where user_id = $1 and invoice_id = $2 order by id desc`,
    [db.userId, invoiceId],
    'history.emails',
  )
  return { events, payments: await money.paymentsOf(db, invoiceId), emails }
}
