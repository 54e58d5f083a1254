import { type Business, businessOf } from '#server/platform/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { noteEvent } from '#server/platform/invoice-history.ts'

/** Who the customer was when the paper was sent. */
export type CustomerAsSent = {
  name: string
  company: string | null
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
}

/** What a paper says of its two parties: as it was sent, or as they are now while it is a draft. */
export const partiesOf = async (
  db: UserDb,
  invoiceId: number,
): Promise<{ customer: CustomerAsSent; business: Business; changedAt: Date; publicId: string }> => {
  const [row] = await db.rows<{ customer: CustomerAsSent; business: Business | null; changedAt: Date; publicId: string }>(
    `select coalesce(i.customer_as_sent, ${customerJson}) as customer, i.business_as_sent as business, i.updated_at as "changedAt",
            p.public_id as "publicId"
     from invoices i
     join customers c on c.user_id = i.user_id and c.id = i.customer_id
     join public_invoices p on p.user_id = i.user_id and p.invoice_id = i.id
     where i.user_id = $1 and i.id = $2`,
    [db.userId, invoiceId],
  )
  return { ...row!, business: row!.business ?? (await businessOf(db)) }
}

/** A customer's details as JSON, in SQL with `customers c`. */
export const customerJson = `jsonb_build_object('name', c.name, 'company', c.company, 'email', c.email, 'phone', c.phone, 'address', c.address,
  'city', c.city, 'state', c.state, 'zipCode', c.zip_code, 'country', c.country)`

/** Turns a draft into a sent invoice and keeps both parties' details as they stand now; later edits of them change no sent paper. */
export const issueInvoice = async (db: UserDb, invoiceId: number): Promise<void> => {
  const issued = await db.rows(
    `update invoices i set status = 'sent', sent_at = now(), updated_at = now(), version = i.version + 1,
            customer_as_sent = ${customerJson}, business_as_sent = $3
     from customers c
     where i.user_id = $1 and i.id = $2 and i.status = 'draft' and c.user_id = i.user_id and c.id = i.customer_id
     returning i.id`,
    [db.userId, invoiceId, JSON.stringify(await businessOf(db))],
  )
  if (issued.length > 0) await noteEvent(db, invoiceId, 'sent')
}
