import type { UserDb } from '#server/platform/db/client.ts'
import { businessDefaults } from '#shared/business-defaults.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import type { DocumentDesign, PageSize } from '#shared/pdf-document.ts'
import { displayName } from '#shared/user-names.ts'

/** The business as papers, mails and public pages show it. */
export type Business = {
  name: string
  /** The person to ask for; null when that is what the business is called. */
  contactName: string | null
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
  website: string | null
  taxNumber: string | null
  theme: DocumentDesign
  primaryColor: string
  accentColor: string
  /** Where the object store has its logo; a logo that was on a paper stays there for good. */
  logoKey: string | null
  size: PageSize
  language: DocumentLanguage
}

/** What a business that was kept with a paper lacks when it was kept before there was such a thing. */
export const withBusinessDefaults = (kept: Partial<Business> & Pick<Business, 'name'>): Business => ({ ...unset, ...kept })

const unset: Omit<Business, 'name'> = {
  contactName: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  website: null,
  taxNumber: null,
  theme: businessDefaults.pdfTheme,
  primaryColor: businessDefaults.pdfPrimaryColor,
  accentColor: businessDefaults.pdfAccentColor,
  logoKey: null,
  size: businessDefaults.paperSize,
  language: businessDefaults.paperLanguage,
}

/** The business profile; until there is one, the user's own name and e-mail stand in, so that a first invoice can go out at once. */
export const getBusiness = async (db: UserDb): Promise<Business> => {
  const [row] = await db.rows<{ profile: Business | null; firstName: string | null; lastName: string | null; email: string | null }>(
    `select u.first_name as "firstName", u.last_name as "lastName", u.email,
            case when b.id is not null then jsonb_build_object('name', b.business_name, 'contactName', nullif(b.contact_name, b.business_name), 'email', b.email,
              'phone', b.phone, 'address', b.address,
              'city', b.city, 'state', b.state, 'zipCode', b.zip_code, 'country', b.country, 'website', b.website, 'taxNumber', b.tax_number,
              'theme', b.pdf_theme, 'primaryColor', b.pdf_primary_color, 'accentColor', b.pdf_accent_color, 'logoKey', f.object_key,
              'size', b.paper_size, 'language', b.paper_language) end as profile
     from users u
     left join business_profiles b on b.user_id = u.id
     left join files f on f.user_id = b.user_id and f.id = b.logo_file_id
     where u.id = $1`,
    [db.userId],
    'business.read',
  )
  const { profile, ...person } = row!
  return profile ?? withBusinessDefaults({ name: displayName(person), email: person.email })
}

/** Days until an invoice of this business is due, unless the invoice itself says otherwise. */
export const getInvoiceDueDays = async (db: UserDb): Promise<number> => {
  const [profile] = await db.rows<{ days: number }>(
    'select invoice_due_days as days from business_profiles where user_id = $1',
    [db.userId],
    'business.dueDays',
  )
  return profile?.days ?? businessDefaults.invoiceDueDays
}
