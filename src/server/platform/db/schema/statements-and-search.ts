import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { customers } from './business.ts'
import { calendarDay, id, money } from './columns.ts'
import { owner } from './identity.ts'

/** A statement emailed to a customer, and its delivery state. */
export const statementEmails = pgTable(
  'statement_emails',
  {
    id: id(),
    userId: owner(),
    customerId: integer().notNull(),
    fromDay: calendarDay().notNull(),
    toDay: calendarDay().notNull(),
    toAddress: text().notNull(),
    subject: text().notNull(),
    /** The owner's own message; null for the default text. */
    message: text(),
    state: text().$type<'queued' | 'accepted' | 'failed'>().notNull().default('queued'),
    /** Why the last attempt failed, in the mail server's words. */
    reason: text(),
    attempts: integer().notNull().default(0),
    queuedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp({ withTimezone: true }),
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

/**
 * The search index: a row for each invoice, estimate, customer, item and expense that is not deleted. Triggers of those tables maintain it;
 * nothing else writes to it.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    userId: owner(),
    kind: text().$type<'invoice' | 'estimate' | 'customer' | 'item' | 'expense'>().notNull(),
    recordId: integer().notNull(),
    /** Number, name or description, as displayed ... */
    title: text().notNull(),
    /** ... and the customer, or another detail. */
    subtitle: text(),
    /** All searched text, without accents and in lower case. */
    body: text().notNull(),
    amount: money(),
    day: calendarDay(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.recordId] }), index('search_entries_amount_idx').on(t.userId, t.amount)],
)

/** The words in a user's entries: a search term that matches none of them is replaced by the most similar word. */
export const searchWords = pgTable('search_words', { userId: owner(), word: text().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.word] }),
])
