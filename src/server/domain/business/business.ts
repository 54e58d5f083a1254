import type { UserDb } from '#server/platform/db/client.ts'
import { type Address, getHomeCountry } from '#shared/addresses.ts'
import type { BankAccount } from '#shared/bank-accounts.ts'
import { businessDefaults } from '#shared/business-defaults.ts'
import { type Currency, currencyCodes } from '#shared/currencies.ts'
import { getCurrencyDecimals } from '#shared/currency-decimals.ts'
import type { Day } from '#shared/dates.ts'
import { type DocumentLanguage, type DocumentLocale, toLocale } from '#shared/document-languages.ts'
import { type DueTerms, findDueDate } from '#shared/due-terms.ts'
import type { DocumentDesign, PageSize } from '#shared/pdf-document.ts'
import { displayName } from '#shared/user-names.ts'

export type Business = Address & {
  name: string
  /** The contact person; null when it is the same as the business's name. */
  contactName: string | null
  email: string | null
  phone: string | null
  website: string | null
  taxNumber: string | null
  vatId: string | null
  currency: Currency
  theme: DocumentDesign
  primaryColor: string
  accentColor: string
  /** The key of the logo in the object store; a logo that was used on a document is never removed. */
  logoKey: string | null
  size: PageSize
  language: DocumentLanguage
  /** Missing in what was sent before there were any. */
  bankAccounts?: BankAccount[]
}

export const withBusinessDefaults = (known: Partial<Business> & Pick<Business, 'name'>): Business => ({ ...defaults, ...known })

/** How documents write figures and dates. */
export const getLocale = (business: Pick<Business, 'language' | 'country' | 'countryCode'>): DocumentLocale =>
  toLocale(business.language, getHomeCountry(business))

/** The language of a customer's documents: their own, by default that of the business. */
export const inLanguageOf = <B extends Pick<Business, 'language'>>(business: B, customer: { language?: DocumentLanguage | null }): B => ({
  ...business,
  language: customer.language ?? business.language,
})

export const getCustomerLanguage = async (db: UserDb, customerId: number): Promise<DocumentLanguage> => {
  const [row] = await db.rows<{ language: DocumentLanguage }>(
    `select coalesce((select language from customers where user_id = $1 and id = $2),
       (select document_language from business_profiles where user_id = $1), '${businessDefaults.documentLanguage}') as language`,
    [db.userId, customerId],
    'business.customerLanguage',
  )
  return row!.language
}

const defaults: Omit<Business, 'name'> = {
  contactName: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  countryCode: null,
  website: null,
  taxNumber: null,
  vatId: null,
  currency: businessDefaults.currency,
  theme: businessDefaults.pdfTheme,
  primaryColor: businessDefaults.pdfPrimaryColor,
  accentColor: businessDefaults.pdfAccentColor,
  logoKey: null,
  size: businessDefaults.pageSize,
  bankAccounts: [],
  language: businessDefaults.documentLanguage,
}

/** Without a profile, the user's name and email are used, so that a first invoice can be sent at once. */
export const getBusiness = async (db: UserDb): Promise<Business> => {
  const [row] = await db.rows<{ profile: Business | null; firstName: string | null; lastName: string | null; email: string | null }>(
    `select u.first_name as "firstName", u.last_name as "lastName", u.email,
            case when b.id is not null then jsonb_build_object('name', b.business_name, 'contactName', nullif(b.contact_name, b.business_name), 'email', b.email,
              'phone', b.phone, 'address', b.address,
              'city', b.city, 'state', b.state, 'zipCode', b.zip_code, 'country', b.country, 'countryCode', b.country_code, 'website', b.website, 'taxNumber', b.tax_number, 'vatId', b.vat_id,
              'currency', b.currency,
              'theme', b.pdf_theme, 'primaryColor', b.pdf_primary_color, 'accentColor', b.pdf_accent_color, 'logoKey', f.object_key,
              'size', b.page_size, 'language', b.document_language, 'bankAccounts', b.bank_accounts) end as profile
     from users u
     left join business_profiles b on b.user_id = $1
     left join files f on f.user_id = $1 and f.id = b.logo_file_id
     where u.id = $1`,
    [db.userId],
    'business.read',
  )
  const { profile, ...person } = row!
  return profile ?? withBusinessDefaults({ name: displayName(person), email: person.email })
}

const homeCurrencyOf = (user: string) =>
  `coalesce((select b.currency from business_profiles b where b.user_id = ${user}), '${businessDefaults.currency}')`
export const homeCurrencySql = homeCurrencyOf('$1')

const listCodes = (decimals: number) =>
  currencyCodes
    .filter((code) => getCurrencyDecimals(code) === decimals)
    .map((code) => `'${code}'`)
    .join(', ')

export const homeDecimalsOf = (user: string): string =>
  `(case when ${homeCurrencyOf(user)} in (${listCodes(0)}) then 0 when ${homeCurrencyOf(user)} in (${listCodes(3)}) then 3 else 2 end)`
export const homeDecimalsSql = homeDecimalsOf('$1')

export const getHomeCurrency = async (db: UserDb): Promise<Currency> => {
  const [row] = await db.rows<{ currency: Currency }>(`select ${homeCurrencySql} as currency`, [db.userId], 'business.currency')
  return row!.currency
}

/** What an invoice gets that is made of an estimate. */
export type ConversionDefaults = { invoiceTerms: string | null; estimateTerms: string | null }

export const getConversionDefaults = async (db: UserDb): Promise<ConversionDefaults> => {
  const [profile] = await db.rows<ConversionDefaults>(
    `select invoice_terms as "invoiceTerms", estimate_terms as "estimateTerms" from business_profiles where user_id = $1`,
    [db.userId],
    'business.conversionDefaults',
  )
  return profile ?? { invoiceTerms: null, estimateTerms: null }
}

/** Of a new invoice for which nothing else is said: by the terms of the customer, or else of the business. */
export const proposeDueDate = async (db: UserDb, customerId: number, issueDate: Day): Promise<Day> => {
  const [row] = await db.rows<DueTerms & { ofBusiness: number | null }>(
    `select c.due_days as "dueDays", c.due_end_of_month as "dueEndOfMonth",
            (select b.invoice_due_days from business_profiles b where b.user_id = $1) as "ofBusiness"
     from customers c where c.user_id = $1 and c.id = $2`,
    [db.userId, customerId],
    'business.dueTerms',
  )
  return findDueDate(issueDate, row, row?.ofBusiness ?? businessDefaults.invoiceDueDays)
}
