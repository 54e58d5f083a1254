import { type Business, businessOf, wholeBusiness } from '#server/platform/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { noteEvent } from './history.ts'
import type { PaperKind } from './kind.ts'

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

/** A customer's details as JSON, in SQL with `customers c`. */
export const customerJson = `jsonb_build_object('name', c.name, 'company', c.company, 'email', c.email, 'phone', c.phone, 'address', c.address,
  'city', c.city, 'state', c.state, 'zipCode', c.zip_code, 'country', c.country)`

export type Parties = { customer: CustomerAsSent; business: Business; changedAt: Date; publicId: string }

/** What a paper says of its two parties: as it was sent, or as they are now while it is a draft. */
export const partiesOf = async (db: UserDb, of: PaperKind, id: number): Promise<Parties> => {
  const [row] = await db.rows<Omit<Parties, 'business'> & { business: Business | null }>(
    `select coalesce(p.customer_as_sent, ${customerJson}) as customer, p.business_as_sent as business, p.updated_at as "changedAt",
            public.public_id as "publicId"
     from ${of.papers} p
     join customers c on c.user_id = p.user_id and c.id = p.customer_id
     join ${of.publicIds} public on public.user_id = p.user_id and public.${of.paperId} = p.id
     where p.user_id = $1 and p.id = $2`,
    [db.userId, id],
  )
  return { ...row!, business: row!.business ? wholeBusiness(row!.business) : await businessOf(db) }
}

/** An estimate that goes out again is no longer withdrawn. */
const outAgain = (of: PaperKind) => (of.name === 'estimate' ? 'withdrawn_at = null,' : '')

/**
 * Makes a draft a sent paper without a word in its history: for one that becomes accepted, say, without ever having been sent. Both parties'
 * details are kept as they stand now; later edits of them change no paper that is out.
 * @returns false when it is no draft, and nothing was done
 */
export const issueQuietly = async (db: UserDb, of: PaperKind, id: number): Promise<boolean> => {
  const issued = await db.rows(
    `update ${of.papers} p set status = 'sent', sent_at = now(), ${outAgain(of)} updated_at = now(), version = p.version + 1,
            customer_as_sent = ${customerJson}, business_as_sent = $3
     from customers c
     where p.user_id = $1 and p.id = $2 and p.status = 'draft' and c.user_id = p.user_id and c.id = p.customer_id
     returning p.id`,
    [db.userId, id, JSON.stringify(await businessOf(db))],
  )
  return issued.length > 0
}

/** Sends a draft: as `issueQuietly`, and its history says so. Does nothing to others. */
export const issuePaper = async (db: UserDb, of: PaperKind, id: number): Promise<void> => {
  if (await issueQuietly(db, of, id)) await noteEvent(db, of, id, 'sent')
}
