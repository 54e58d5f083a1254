import { type Business, getBusiness, inLanguageOf } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Address } from '#shared/addresses.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'

export type CustomerSnapshot = Address & {
  name: string
  company: string | null
  contactName: string | null
  email: string | null
  phone: string | null
  vatId: string | null
  /** Missing in what was sent before it was kept. */
  registrationId?: string | null
  /** Null for that of the business. */
  language?: DocumentLanguage | null
}

export const customerJsonSql = `jsonb_build_object('name', c.name, 'company', c.company, 'contactName', c.contact_name, 'email', c.email, 'phone', c.phone, 'address', c.address,
  'city', c.city, 'state', c.state, 'zipCode', c.zip_code, 'country', c.country, 'countryCode', c.country_code, 'vatId', c.vat_id, 'registrationId', c.registration_id, 'language', c.language)`

export const getGreetingName = ({ contactName, name }: Pick<CustomerSnapshot, 'contactName' | 'name'>): string => contactName || name

/** `business.language` is that of the document. */
export type Parties = { customer: CustomerSnapshot; business: Business; changedAt: Date; publicId: string }

/** As they were when the document was sent; of a draft, their current details. */
export const getParties = async (db: UserDb, id: number): Promise<Parties> => {
  const [row] = await db.rows<Omit<Parties, 'business'> & { business: Business | null }>(
    `select coalesce(p.customer_snapshot, ${customerJsonSql}) as customer, p.business_snapshot as business, p.updated_at as "changedAt",
            public.public_id as "publicId"
     from documents p
     join customers c on c.user_id = $1 and c.id = p.customer_id
     join public_links public on public.user_id = $1 and public.document_id = p.id
     where p.user_id = $1 and p.id = $2`,
    [db.userId, id],
  )
  const { customer, business } = row!
  return { ...row!, business: inLanguageOf(business ?? (await getBusiness(db)), customer) }
}
