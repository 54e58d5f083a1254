import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { noteEvent } from '#server/platform/invoice-history.ts'
import { customerJson } from './issue.ts'
import type { InvoiceMoney } from './money.ts'

/**
 * Deletes an invoice: its row and its number stay, and nothing is given back to the trial. An open payment page is closed first.
 * @throws AppError 404, 409 when a provider took money for it or is about to
 */
export const removeInvoice = (money: InvoiceMoney, userId: number, id: number): Promise<void> =>
  money.exclusively(userId, id, async (db) => {
    if (await money.hasProviderPayment(db, id))
      throw new AppError(409, "This invoice was paid through the card provider, so it can't be deleted.")
    await db.rows('update invoices set deleted_at = now(), version = version + 1, updated_at = now() where user_id = $1 and id = $2', [
      db.userId,
      id,
    ])
    await noteEvent(db, id, 'deleted')
  })

type Deleted = { isDeleted: boolean; customerId: number; customerName: string | null }

/**
 * Undoes a deletion; asked twice, it changes nothing more.
 * @throws AppError 404, 409 while the invoice's customer is deleted too
 */
export const restoreInvoice = async (db: UserDb, id: number): Promise<void> => {
  const [found] = await db.rows<Deleted>(
    `select deleted_at is not null as "isDeleted", coalesce(customer_id, former_customer_id) as "customerId", customer_as_sent ->> 'name' as "customerName"
     from invoices where user_id = $1 and id = $2`,
    [db.userId, id],
  )
  if (!found) throw notFound('Invoice')
  if (!found.isDeleted) return
  // The customer first, as his own deletion does it: so neither waits for the other, and he stays until the invoice has him again.
  const there = await db.rows('select 1 from customers where user_id = $1 and id = $2 for key share', [db.userId, found.customerId])
  if (there.length === 0) throw new AppError(409, await whyNot(db, found))
  // A draft has no details of its own: it shows the customer's as they are.
  const restored = await db.rows(
    `update invoices set deleted_at = null, customer_id = coalesce(customer_id, former_customer_id), former_customer_id = null,
            customer_as_sent = case when status = 'draft' then null else customer_as_sent end, version = version + 1, updated_at = now()
     where user_id = $1 and id = $2 and deleted_at is not null returning id`,
    [db.userId, id],
  )
  if (restored.length > 0) await noteEvent(db, id, 'restored')
}

/** A deleted customer can be asked back for a while, and then no more. */
const whyNot = async (db: UserDb, { customerId, customerName }: Deleted): Promise<string> => {
  const kept = await db.rows("select 1 from deleted_records where user_id = $1 and kind = 'customers' and id = $2", [db.userId, customerId])
  const who = `The customer of this invoice${customerName ? `, ${customerName},` : ''} was deleted`
  return kept.length > 0 ? `${who} too. Restore the customer first.` : `${who} for good, so the invoice can't be restored any more.`
}

/** A customer goes: his deleted invoices let go of him, and keep who he was. */
export const letGoOfCustomer = async (db: UserDb, customerId: number): Promise<void> => {
  await db.rows(
    `update invoices i set customer_id = null, former_customer_id = i.customer_id, customer_as_sent = coalesce(i.customer_as_sent, ${customerJson})
     from customers c
     where i.user_id = $1 and i.customer_id = $2 and i.deleted_at is not null and c.user_id = i.user_id and c.id = i.customer_id`,
    [db.userId, customerId],
  )
}
