import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { updateProposedNumbers } from '#server/domain/documents/numbering/proposed-numbers.ts'
import { customerJsonSql } from '#server/domain/documents/parties.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { removeEntry } from '#server/domain/search/write-entries.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { removeScheduledSend } from './scheduled-send.ts'
import { refreshDocumentEntry } from './search-entry.ts'

/** A number of its own stays taken. @throws AppError 404; 409 for one in a closed period */
export const removeDocument = async (db: UserDb, type: DocumentType, id: number): Promise<void> => {
  const removed = await db.rows(
    `update documents set deleted_at = now(), version = version + 1, updated_at = now()
     where user_id = $1 and id = $2 and type = $3 and deleted_at is null returning id`,
    [db.userId, id, type.name],
  )
  if (removed.length === 0) throw notFound(type.title)
  removeScheduledSend(db, type, id)
  removeEntry(db, type.name, id)
  if (type.isPosted) postInvoice(db, id)
  await recordEvent(db, type, id, 'deleted')
}

type Deleted = { isDeleted: boolean; customerId: number; customerName: string | null }

/** Does nothing for one that isn't deleted. @throws AppError 404; 409 while its customer is deleted, or in a closed period */
export const restoreDocument = async (db: UserDb, type: DocumentType, id: number): Promise<void> => {
  const [found] = await db.rows<Deleted>(
    `select deleted_at is not null as "isDeleted", coalesce(customer_id, former_customer_id) as "customerId", customer_snapshot ->> 'name' as "customerName"
     from documents where user_id = $1 and id = $2 and type = $3`,
    [db.userId, id, type.name],
  )
  if (!found) throw notFound(type.title)
  if (!found.isDeleted) return
  // The customer's row is locked first, as the customer's deletion does, so the two can't deadlock; and it can't be deleted before the document refers
  // to it again.
  const customers = await db.rows('select 1 from customers where user_id = $1 and id = $2 for key share', [db.userId, found.customerId])
  if (customers.length === 0) throw new AppError(409, await explainMissingCustomer(db, type, found))
  // A draft stores no customer details: it shows the current ones.
  const restored = await db.rows(
    `update documents set deleted_at = null, customer_id = coalesce(customer_id, former_customer_id), former_customer_id = null,
            customer_snapshot = case when status = 'draft' then null else customer_snapshot end, version = version + 1, updated_at = now()
     where user_id = $1 and id = $2 and deleted_at is not null returning id`,
    [db.userId, id],
  )
  if (restored.length === 0) return
  await updateProposedNumbers(db, type)
  await refreshDocumentEntry(db, id)
  if (type.isPosted) postInvoice(db, id)
  await recordEvent(db, type, id, 'restored')
}

const explainMissingCustomer = async (db: UserDb, type: DocumentType, { customerId, customerName }: Deleted): Promise<string> => {
  const restorable = await db.rows("select 1 from deleted_records where user_id = $1 and kind = 'customers' and id = $2", [
    db.userId,
    customerId,
  ])
  const who = `The customer of this ${type.noun}${customerName ? `, ${customerName},` : ''} was deleted`
  return restorable.length > 0
    ? `${who} too. Restore the customer first.`
    : `${who} for good, so the ${type.noun} can't be restored any more.`
}

/** So that the customer can be deleted; its deleted documents keep its details and can be restored. */
export const detachCustomer = async (db: UserDb, customerId: number): Promise<void> => {
  await db.rows(
    `update documents p set customer_id = null, former_customer_id = p.customer_id, customer_snapshot = coalesce(p.customer_snapshot, ${customerJsonSql})
     from customers c
     where p.user_id = $1 and p.customer_id = $2 and p.deleted_at is not null and c.user_id = $1 and c.id = $2`,
    [db.userId, customerId],
  )
}
