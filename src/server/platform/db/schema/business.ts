import { sql } from 'drizzle-orm'
import { boolean, char, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import type { BankAccount } from '#shared/bank-accounts.ts'
import { businessDefaults, type PreferredPaymentMethod } from '#shared/business-defaults.ts'
import type { Currency } from '#shared/currencies.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import type { DocumentDesign, PageSize } from '#shared/pdf-document.ts'
import { amount, at, calendarDay, decimal, id, instants, int8, notArchived, percent, price, rate, searchText, version } from './columns.ts'
import { owner } from './identity.ts'
import { taxRates } from './taxes.ts'

export const businessProfiles = pgTable(
  'business_profiles',
  {
    id: id(),
    userId: owner(),
    version: version(),
    businessName: text().notNull(),
    contactName: text(),
    email: text(),
    phone: text(),
    address: text(),
    city: text(),
    state: text(),
    zipCode: text(),
    country: text(),
    website: text(),
    logoFileId: int8(),
    taxNumber: text(),
    pdfTheme: text().$type<DocumentDesign>().notNull().default(businessDefaults.pdfTheme),
    pdfPrimaryColor: text().notNull().default(businessDefaults.pdfPrimaryColor),
    pdfAccentColor: text().notNull().default(businessDefaults.pdfAccentColor),
    stripePublishableKey: notArchived('belongs to a key, and keys are in no archive', text()),
    paypalClientId: notArchived('belongs to a key, and keys are in no archive', text()),
    preferredPaymentMethod: text().$type<PreferredPaymentMethod>().notNull().default('stripe'),
    /** Whether the sandbox simulators are used while there are no keys. */
    paymentSandbox: boolean().notNull().default(true),
    pageSize: text().$type<PageSize>().notNull().default(businessDefaults.pageSize),
    documentLanguage: text().$type<DocumentLanguage>().notNull().default(businessDefaults.documentLanguage),
    invoiceDueDays: integer().notNull().default(businessDefaults.invoiceDueDays),
    estimateValidDays: integer().notNull().default(businessDefaults.estimateValidDays),
    defaultTaxRate: rate().notNull().default(businessDefaults.defaultTaxRate),
    /** ISO 3166-1 alpha-2; `country` is the text that is printed. */
    countryCode: text(),
    vatId: text(),
    /** Of its documents, expenses and books; fixed once a document was issued. */
    currency: char({ length: 3 }).$type<Currency>().notNull().default(businessDefaults.currency),
    /** The rate of new lines, instead of `default_tax_rate`. */
    defaultTaxRateId: int8(),
    pricesIncludeTax: boolean().notNull().default(false),
    /** Of new invoices; null for none. */
    defaultWithholdingPercent: percent(),
    /** Whether the credit of customers is applied to their invoices when these are issued. */
    appliesCredit: boolean().notNull().default(false),
    /** To which customers pay by transfer; documents copy them when they are sent. */
    bankAccounts: jsonb().$type<BankAccount[]>().notNull().default([]),
    invoiceTerms: text(),
    invoiceNotes: text(),
    estimateTerms: text(),
    estimateNotes: text(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('business_profiles_user_key').on(t.userId),
    foreignKey({ name: 'business_profiles_logo_fk', columns: [t.userId, t.logoFileId], foreignColumns: [files.userId, files.id] }),
    foreignKey({
      name: 'business_profiles_tax_rate_fk',
      columns: [t.userId, t.defaultTaxRateId],
      foreignColumns: [taxRates.userId, taxRates.id],
    }),
    check('business_profiles_method', sql`${t.preferredPaymentMethod} in ('stripe', 'paypal', 'both')`),
    check('business_profiles_theme', sql`${t.pdfTheme} in ('classic', 'modern', 'elegant', 'minimal', 'creative')`),
    check('business_profiles_size', sql`${t.pageSize} in ('letter', 'a4')`),
    check('business_profiles_days', sql`${t.invoiceDueDays} between 0 and 365 and ${t.estimateValidDays} between 0 and 365`),
    check('business_profiles_rate', sql`${t.defaultTaxRate} between 0 and 100`),
    check('business_profiles_withholding', sql`${t.defaultWithholdingPercent} > 0 and ${t.defaultWithholdingPercent} <= 100`),
    check('business_profiles_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('business_profiles_country', sql`${t.countryCode} ~ '^[A-Z]{2}$'`),
  ],
)

export const customers = pgTable(
  'customers',
  {
    id: id(),
    userId: owner(),
    version: version(),
    name: text().notNull(),
    company: text(),
    /** The person that emails greet, where the name is a company's. */
    contactName: text(),
    email: text(),
    /** Further addresses, separated by commas. */
    otherEmails: text(),
    phone: text(),
    address: text(),
    city: text(),
    state: text(),
    zipCode: text(),
    country: text(),
    /** ISO 3166-1 alpha-2; `country` is the text that is printed. */
    countryCode: text(),
    vatId: text(),
    /** In a register of companies, or a tax number that is no VAT id. */
    registrationId: text(),
    /** The rate of lines that are written for this customer, such as reverse charge. */
    taxRateId: int8(),
    /** Of new documents; null for the currency of the business. */
    currency: char({ length: 3 }).$type<Currency>(),
    /** Of new documents; null for that of the business. */
    language: text().$type<DocumentLanguage>(),
    /** On new documents. */
    buyerReference: text(),
    /** No invoice is sent without one. */
    orderNumberRequired: boolean().notNull().default(false),
    /** When new invoices are due, see `due-terms.ts`; null for the days of the business. */
    dueDays: smallint(),
    dueEndOfMonth: boolean().notNull().default(false),
    /** The discount for early payment of new invoices, as an invoice has it; null for none. */
    earlyDiscountPercent: decimal(),
    earlyDiscountDays: smallint(),
    /** Gets no monthly statements. */
    statementsOff: boolean().notNull().default(false),
    searchText: searchText('name', 'email', 'company'),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({ name: 'customers_tax_rate_fk', columns: [t.userId, t.taxRateId], foreignColumns: [taxRates.userId, taxRates.id] }),
    index('customers_created_idx').on(t.userId, t.createdAt),
    check('customers_country', sql`${t.countryCode} ~ '^[A-Z]{2}$'`),
    check('customers_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('customers_due_days', sql`${t.dueDays} between 0 and 365`),
    check(
      'customers_early_discount',
      sql`(${t.earlyDiscountPercent} is null) = (${t.earlyDiscountDays} is null) and (${t.earlyDiscountPercent} is null
        or (${t.earlyDiscountPercent} > 0 and ${t.earlyDiscountPercent} < 100 and ${t.earlyDiscountDays} between 1 and 365))`,
    ),
  ],
)

export const items = pgTable(
  'items',
  {
    id: id(),
    userId: owner(),
    version: version(),
    name: text().notNull(),
    description: text(),
    unitPrice: price().notNull(),
    /** A code of UN/ECE Recommendation 20; C62 is 'one'. */
    unitCode: text().notNull().default('C62'),
    taxRateId: int8(),
    category: text(),
    searchText: searchText('name', 'description', 'category'),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({ name: 'items_tax_rate_fk', columns: [t.userId, t.taxRateId], foreignColumns: [taxRates.userId, taxRates.id] }),
    check('items_price', sql`${t.unitPrice} >= 0 and ${t.unitPrice} < 1e8 and scale(${t.unitPrice}) <= 6`),
  ],
)

/** A file that a user uploaded; its bytes are in the object store. */
export const files = pgTable(
  'files',
  {
    id: id(),
    userId: owner(),
    /** An 'upload' waits for a call that makes one of the others of it. */
    purpose: text().$type<'receipt' | 'logo' | 'upload'>().notNull(),
    /** Its random key in the object store; never derived from user input. */
    objectKey: notArchived('where the server keeps it; the file itself is in the archive', text().notNull()),
    /** The name on the user's device; for display and download only. */
    fileName: text().notNull(),
    contentType: text().notNull(),
    /** Of an upload the size that its URL accepts: it counts as stored. */
    size: integer().notNull(),
    createdAt: instants.createdAt,
    /** The hash of the bytes that were sent to an upload's URL, which accepts no others from then on. */
    receivedSha256: notArchived('only uploads have one, which are not archived', text()),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), check('files_purpose', sql`${t.purpose} in ('receipt', 'logo', 'upload')`)],
)

export const expenses = pgTable(
  'expenses',
  {
    id: id(),
    userId: owner(),
    version: version(),
    customerId: int8(),
    category: text().notNull(),
    description: text().notNull(),
    amount: amount().notNull(),
    expenseDate: calendarDay().notNull(),
    vendor: text(),
    receiptUrl: text(),
    receiptFileId: int8(),
    searchText: searchText('description', 'category', 'vendor'),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({ name: 'expenses_customer_fk', columns: [t.userId, t.customerId], foreignColumns: [customers.userId, customers.id] }),
    foreignKey({ name: 'expenses_receipt_fk', columns: [t.userId, t.receiptFileId], foreignColumns: [files.userId, files.id] }),
    index('expenses_date_idx').on(t.userId, t.expenseDate, t.id, t.amount, t.category),
    index('expenses_customer_idx').on(t.userId, t.customerId),
    index('expenses_receipt_idx').on(t.userId, t.receiptFileId),
    check('expenses_amount', sql`${t.amount} <> 0`),
  ],
)

/** A deleted record, unchanged, so that the deletion can be undone. */
export const deletedRecords = pgTable(
  'deleted_records',
  {
    userId: owner(),
    kind: text().$type<'customers' | 'items' | 'expenses'>().notNull(),
    id: int8().notNull(),
    record: jsonb().notNull(),
    deletedAt: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.id] })],
)

/** The reply to a request with an Idempotency-Key; a repetition of the request gets the same reply. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: notArchived('answers that wait for a repetition of their request; what was made by it is in the archive', owner()),
    key: text().notNull(),
    requestHash: text().notNull(),
    reply: text(),
    createdAt: instants.createdAt,
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_age_idx').on(t.userId, t.createdAt)],
)
