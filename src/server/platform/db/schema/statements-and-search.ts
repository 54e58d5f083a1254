import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { customers } from './business.ts'
import { calendarDay, id, money } from './columns.ts'
import { owner } from './identity.ts'

/** Each statement that was to go to a customer by e-mail, and what became of it. */
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
    /** The owner's own words; null for the usual ones. */
    message: text(),
    state: text().$type<'queued' | 'accepted' | 'failed'>().notNull().default('queued'),
    /** What the last try that failed met, in the mail server's words. */
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
 * What the search looks through: a row for each invoice, estimate, customer, item and expense that is not deleted. Triggers of those tables keep it,
 * whoever writes to them; nothing else does.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    userId: owner(),
    kind: text().$type<'invoice' | 'estimate' | 'customer' | 'item' | 'expense'>().notNull(),
    recordId: integer().notNull(),
    /** Number, name or description, as it is shown ... */
    title: text().notNull(),
    /** ... and whom it is for, or what it is about. */
    subtitle: text(),
    /** All that is searched, without accents and in lower case. */
    body: text().notNull(),
    amount: money(),
    day: calendarDay(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.recordId] }), index('search_entries_amount_idx').on(t.userId, t.amount)],
)

/** The words that occur in a user's entries: where none is spelt like the one that was typed, the nearest of them is looked for instead. */
export const searchWords = pgTable('search_words', { userId: owner(), word: text().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.word] }),
])
