import type { PaperTheme } from '#shared/paper.ts'
import { displayName } from '#shared/people.ts'
import type { UserDb } from './db/client.ts'

/** The business as papers, mails and public pages show it. */
export type Business = {
  name: string
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
  website: string | null
  taxNumber: string | null
  theme: PaperTheme
  primaryColor: string
  accentColor: string
}

type Row = Omit<Business, 'name'> & {
  businessName: string | null
  firstName: string | null
  lastName: string | null
  userEmail: string | null
}

/** The business profile; until there is one, the user's own name and e-mail stand in, so that a first invoice can go out at once. */
export const businessOf = async (db: UserDb): Promise<Business> => {
  const [row] = await db.rows<Row>(
    `select b.business_name as "businessName", b.phone, b.address, b.city, b.state, b.zip_code as "zipCode", b.country, b.website,
            b.tax_number as "taxNumber", coalesce(b.pdf_theme, 'classic') as theme, coalesce(b.pdf_primary_color, '#333333') as "primaryColor",
            coalesce(b.pdf_accent_color, '#0079F2') as "accentColor", case when b.id is null then u.email else b.email end as email,
            u.first_name as "firstName", u.last_name as "lastName", u.email as "userEmail"
     from users u left join business_profiles b on b.user_id = u.id
     where u.id = $1`,
    [db.userId],
    'business.read',
  )
  const { businessName, firstName, lastName, userEmail, ...shown } = row!
  return { ...shown, name: businessName ?? displayName({ firstName, lastName, email: userEmail }) }
}
