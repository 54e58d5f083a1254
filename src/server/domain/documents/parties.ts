import { type Business, getBusiness, withBusinessDefaults } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { DocumentType } from './document-type.ts'
import { recordEvent } from './history.ts'

/** The customer's details as stored when the document was sent. */
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

/** A customer's details as JSON, in SQL with the customer `c`. */
export const customerJsonSql = `jsonb_build_object('name', c.name, 'company', c.company, 'email', c.email, 'phone', c.phone, 'address', c.address,
  'city', c.city, 'state', c.state, 'zipCode', c.zip_code, 'country', c.country)`

export type Parties = { customer: CustomerAsSent; business: Business; changedAt: Date; publicId: string }

/** Gets the parties of a document: as they were sent, or their current details for a draft. */
export const getParties = async (db: UserDb, of: DocumentType, id: number): Promise<Parties> => {
  const [row] = await db.rows<Omit<Parties, 'business'> & { business: Business | null }>(
    `select coalesce(p.customer_as_sent, ${customerJsonSql}) as customer, p.business_as_sent as business, p.updated_at as "changedAt",
            public.public_id as "publicId"
     from ${of.documents} p
     join customers c on c.user_id = p.user_id and c.id = p.customer_id
     join ${of.publicIds} public on public.user_id = p.user_id and public.${of.documentId} = p.id
     where p.user_id = $1 and p.id = $2`,
    [db.userId, id],
  )
  return { ...row!, business: row!.business ? withBusinessDefaults(row!.business) : await getBusiness(db) }
}

/** An estimate that is sent again is no longer withdrawn. */
const outAgain = (of: DocumentType) => (of.name === 'estimate' ? 'withdrawn_at = null,' : '')

/**
 * Issues a draft without an event in its history, e.g. for an estimate that is accepted without having been sent. The current details of both parties
 * are stored with the document, so that later edits don't change it.
 * @returns false when the document isn't a draft and nothing was done
 */
export const issueWithoutEvent = async (db: UserDb, of: DocumentType, id: number): Promise<boolean> => {
  const issued = await db.rows(
    `update ${of.documents} p set status = 'sent', sent_at = now(), ${outAgain(of)} updated_at = now(), version = p.version + 1,
            customer_as_sent = ${customerJsonSql}, business_as_sent = $3
     from customers c
     where p.user_id = $1 and p.id = $2 and p.status = 'draft' and c.user_id = p.user_id and c.id = p.customer_id
     returning p.id`,
    [db.userId, id, JSON.stringify(await getBusiness(db))],
  )
  return issued.length > 0
}

/** Issues a draft as `issueWithoutEvent` does, and records 'sent' in its history. Does nothing to other documents. */
export const issueDocument = async (db: UserDb, of: DocumentType, id: number): Promise<void> => {
  if (await issueWithoutEvent(db, of, id)) await recordEvent(db, of, id, 'sent')
}
