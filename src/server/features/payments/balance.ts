import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Cents, parseCents } from '#shared/money.ts'

export type Collectable = {
  id: number
  version: number
  number: string
  status: 'draft' | 'sent' | 'paid' | 'overdue'
  total: Cents
  paid: Cents
  /** total - paid, never below zero */
  due: Cents
  customerEmail: string | null
  publicId: string
}

type Row = {
  id: number
  version: number
  number: string
  status: Collectable['status']
  total: string
  paid: string
  email: string | null
  publicId: string
}

/**
 * Reads what an invoice still asks for and holds its row until the transaction ends, so that no two payments are judged by the same balance.
 * @throws AppError 404
 */
export const lockBalance = async (db: UserDb, invoiceId: number): Promise<Collectable> => {
  const locked = await db.rows(
    'select 1 from invoices where user_id = $1 and id = $2 and deleted_at is null for update',
    [db.userId, invoiceId],
    'invoices.lock',
  )
  if (locked.length === 0) throw notFound('Invoice')
  const [row] = await db.rows<Row>(
    `select i.id, i.version, i.invoice_number as number, i.status, i.total, c.email, p.public_id as "publicId",
            coalesce((select sum(amount - refunded) from payments where user_id = $1 and invoice_id = $2 and status = 'succeeded'), 0)::numeric(14,2)::text as paid
     from invoices i
     join customers c on c.user_id = i.user_id and c.id = i.customer_id
     join public_invoices p on p.user_id = i.user_id and p.invoice_id = i.id
     where i.user_id = $1 and i.id = $2`,
    [db.userId, invoiceId],
    'payments.balance',
  )
  const { email, ...rest } = row!
  const [total, paid] = [parseCents(rest.total), parseCents(rest.paid)]
  return { ...rest, total, paid, due: Math.max(total - paid, 0) as Cents, customerEmail: email }
}
