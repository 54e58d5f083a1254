import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { customers } from './business.ts'
import { at, calendarDay, id, int8, onlyOf } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'

/** An email to a customer, and its delivery state. */
export const email = () => ({
  toAddress: text().notNull(),
  subject: text().notNull(),
  /** The owner's own message; null for the default text. */
  message: text(),
  state: text().$type<'queued' | 'accepted' | 'failed'>().notNull().default('queued'),
  /** Why the last attempt failed, in the mail server's words. */
  reason: text(),
  attempts: integer().notNull().default(0),
  queuedAt: at().notNull().defaultNow(),
})
export const emailOutcome = () => ({
  settledAt: at(),
  /** Recipients about whom a bounce or a complaint was received, in lower case. A failed email with some of them is shown as bounced. */
  reportedAddresses: text().array(),
})

/** The emails about a document. */
export const documentEmails = pgTable(
  'document_emails',
  {
    userId: int8().notNull(),
    id: id(),
    ...email(),
    ...emailOutcome(),
    /** Further recipients, separated by commas. */
    ccAddresses: text(),
    /** The owner's address, which gets a copy. */
    copyAddress: text(),
    /** Recipients for which the mail server has it, while others are tried again or were refused. */
    acceptedAddresses: text().array(),
    kind: text().$type<'document' | 'receipt'>().notNull().default('document'),
    documentId: int8().notNull(),
    /** The payment that a receipt confirms. */
    paymentId: onlyOf(['invoice'], int8()),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('document_emails_document_idx').on(t.userId, t.documentId, t.id),
    unique('document_emails_receipt_key').on(t.userId, t.paymentId),
    foreignKey({
      name: 'document_emails_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }).onDelete('cascade'),
    check('document_emails_kind', sql`${t.kind} in ('document', 'receipt') and (${t.kind} = 'receipt') = (${t.paymentId} is not null)`),
    check('document_emails_state', sql`${t.state} in ('queued', 'accepted', 'failed')`),
  ],
)

/** Addresses that get no emails of a business: they don't exist, or their owner reported an email as spam. */
export const bouncedAddresses = pgTable(
  'bounced_addresses',
  {
    userId: owner(),
    id: id(),
    /** In lower case. */
    address: text().notNull(),
    kind: text().$type<'bounce' | 'complaint'>().notNull(),
    /** The mail server's; null for a complaint. */
    reason: text(),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('bounced_addresses_address_key').on(t.userId, t.address),
    check('bounced_addresses_kind', sql`${t.kind} in ('bounce', 'complaint') and (${t.kind} = 'bounce') = (${t.reason} is not null)`),
  ],
)

/** Statements emailed to a customer. */
export const statementEmails = pgTable(
  'statement_emails',
  {
    userId: int8().notNull(),
    id: id(),
    ...email(),
    ...emailOutcome(),
    customerId: int8().notNull(),
    fromDay: calendarDay().notNull(),
    toDay: calendarDay().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('statement_emails_customer_idx').on(t.userId, t.customerId, t.id),
    foreignKey({
      name: 'statement_emails_customer_fk',
      columns: [t.userId, t.customerId],
      foreignColumns: [customers.userId, customers.id],
    }).onDelete('cascade'),
    check('statement_emails_state', sql`${t.state} in ('queued', 'accepted', 'failed')`),
    check('statement_emails_days', sql`${t.fromDay} <= ${t.toDay}`),
  ],
)
