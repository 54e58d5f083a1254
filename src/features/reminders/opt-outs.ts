import type { z } from 'zod'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { toMultiline } from '#server/platform/text/plain-text.ts'
import type { reminderOptOut } from '#shared/contract/reminders.ts'
import type { ReminderReply } from '#shared/reminders.ts'
import { replyJob } from './queue.ts'

type OptOut = z.output<typeof reminderOptOut>

const selectOptOut = 'select cause, message, at from reminder_opt_outs where user_id = $1'

export const readInvoiceOptOuts = async (db: UserDb, id: number, customerId: number) => {
  const [own] = await db.rows<OptOut>(`${selectOptOut} and document_id = $2`, [db.userId, id])
  return { optOut: own ?? null, customerOptOut: (await readCustomerOptOut(db, customerId)).optOut }
}

export const readCustomerOptOut = async (db: UserDb, id: number): Promise<{ optOut: OptOut | null }> => {
  const [found] = await db.rows<OptOut>(`${selectOptOut} and customer_id = $2`, [db.userId, id])
  return { optOut: found ?? null }
}

/** Locked, so that the customer is not deleted meanwhile. @throws AppError 404 */
export const lockCustomer = async (db: UserDb, id: number): Promise<void> => {
  const found = await db.rows('select 1 from customers where user_id = $1 and id = $2 for key share', [db.userId, id])
  if (found.length === 0) throw notFound('Customer')
}

/** @throws AppError 404 */
export const stopForCustomer = async (db: UserDb, id: number): Promise<void> => {
  await lockCustomer(db, id)
  const made = await db.rows(
    `insert into reminder_opt_outs (user_id, customer_id, cause) values ($1, $2, 'owner') on conflict (user_id, customer_id) do nothing returning 1`,
    [db.userId, id],
  )
  if (made.length > 0) recordEvent(db, { type: 'customer', id }, 'reminders stopped')
  db.announce('reminders')
}

/** @throws AppError 404 */
export const resumeForCustomer = async (db: UserDb, id: number): Promise<void> => {
  await lockCustomer(db, id)
  const gone = await db.rows('delete from reminder_opt_outs where user_id = $1 and customer_id = $2 returning 1', [db.userId, id])
  if (gone.length > 0) recordEvent(db, { type: 'customer', id }, 'reminders resumed')
  db.announce('reminders')
}

const kinds = { paid: 'said paid', disputed: 'disputed by customer', unsubscribed: 'unsubscribed' } as const

/** Replaces the owner's own choice; what the customer said before stays. @returns the new row's id, or null */
const storeReply = async (db: UserDb, column: 'document_id' | 'customer_id', id: number, reply: ReminderReply, message: string | null) => {
  const [stored] = await db.rows<{ id: number }>(
    `insert into reminder_opt_outs as o (user_id, ${column}, cause, message) values ($1, $2, $3, $4)
     on conflict (user_id, ${column}) do update set cause = excluded.cause, message = excluded.message, at = excluded.at where o.cause = 'owner'
     returning id`,
    [db.userId, id, reply, message],
  )
  return stored?.id ?? null
}

type Invoice = { customerId: number; status: string; isDeleted: boolean }

/**
 * Stops the reminders of this invoice, or of all, and tells the owner once. A repeated answer changes nothing.
 * @throws AppError 404 for an invoice that is not public; 409 for one that is paid
 */
export const takeReply = (
  database: Database,
  publicId: string,
  { reply, message = null }: { reply: ReminderReply; message?: string | null | undefined },
): Promise<void> =>
  findPublicDocument(database, invoiceType, publicId, async (db, id) => {
    const [invoice] = await db.rows<Invoice>(
      'select customer_id as "customerId", status, deleted_at is not null as "isDeleted" from documents where user_id = $1 and id = $2 for no key update',
      [db.userId, id],
    )
    if (!invoice || invoice.isDeleted || invoice.status === 'draft') throw notFound('Invoice')
    if (reply !== 'unsubscribed' && invoice.status === 'paid')
      throw new AppError(409, 'This invoice is paid, so there are no further reminders.')
    const words = toMultiline(message ?? '') || null
    const isForAll = reply === 'unsubscribed'
    const optOutId = isForAll
      ? await storeReply(db, 'customer_id', invoice.customerId, reply, words)
      : await storeReply(db, 'document_id', id, reply, words)
    db.announce('reminders')
    if (optOutId === null) return
    const subject = isForAll ? ({ type: 'customer', id: invoice.customerId } as const) : ({ type: 'invoice', id } as const)
    recordEvent(db, subject, kinds[reply], words ? [{ field: 'Message', before: null, after: words }] : [], 'Customer')
    await enqueue(db, replyJob, { userId: db.userId, optOutId })
  })
