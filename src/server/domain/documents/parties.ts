import { type Business, getBusiness, withBusinessDefaults } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { DocumentType } from './document-type.ts'

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
export const getParties = async (db: UserDb, type: DocumentType, id: number): Promise<Parties> => {
  const [row] = await db.rows<Omit<Parties, 'business'> & { business: Business | null }>(
    `select coalesce(p.customer_as_sent, ${customerJsonSql}) as customer, p.business_as_sent as business, p.updated_at as "changedAt",
            public.public_id as "publicId"
     from ${type.table} p
     join customers c on c.user_id = p.user_id and c.id = p.customer_id
     join ${type.publicIdTable} public on public.user_id = p.user_id and public.${type.idColumn} = p.id
     where p.user_id = $1 and p.id = $2`,
    [db.userId, id],
  )
  return { ...row!, business: row!.business ? withBusinessDefaults(row!.business) : await getBusiness(db) }
}
