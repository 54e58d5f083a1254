import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, pgTable, primaryKey, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { customers } from './business.ts'
import { at, calendarDay, id, instants, int8, version } from './columns.ts'
import { documents } from './documents.ts'
import { email, emailOutcome } from './emails.ts'
import { owner } from './identity.ts'

/** How a business reminds its customers. Without a row it was never asked about, and sends none. */
export const reminderSettings = pgTable(
  'reminder_settings',
  {
    userId: owner(),
    version: version(),
    isEnabled: boolean().notNull().default(false),
    timeZone: text().notNull(),
    /** Reminders are sent from this hour until before that one, on these days of the week: 1 (Monday) to 7. */
    fromHour: smallint().notNull(),
    untilHour: smallint().notNull(),
    weekdays: smallint().array().notNull(),
    /** Added to the receipts of customers; null for nothing. */
    thankYou: text(),
    /** Why due reminders wait, as a sentence; the owner gets one email about it. */
    problem: text(),
    problemSince: at(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId] }),
    check('reminder_settings_hours', sql`${t.fromHour} >= 0 and ${t.untilHour} <= 24 and ${t.fromHour} < ${t.untilHour}`),
    check('reminder_settings_weekdays', sql`cardinality(${t.weekdays}) between 1 and 7 and ${t.weekdays} <@ '{1,2,3,4,5,6,7}'`),
    check('reminder_settings_problem', sql`(${t.problem} is null) = (${t.problemSince} is null)`),
  ],
)

export const reminderRules = pgTable(
  'reminder_rules',
  {
    userId: int8().notNull(),
    /** Days from the due day, negative before it. */
    offsetDays: smallint().notNull(),
    /** The owner's own words, with placeholders; null for the default ones. */
    subject: text(),
    message: text(),
    /** It never sends for an earlier day, so that a new rule does not make up for the past. */
    validFrom: calendarDay().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.offsetDays] }),
    foreignKey({ name: 'reminder_rules_settings_fk', columns: [t.userId], foreignColumns: [reminderSettings.userId] }).onDelete('cascade'),
    check('reminder_rules_offset', sql`${t.offsetDays} between -60 and 365`),
  ],
)

/** Emails that remind a customer of one or more invoices. Subject and message can have placeholders, which are filled when it is sent. */
export const reminderEmails = pgTable(
  'reminder_emails',
  {
    userId: int8().notNull(),
    id: id(),
    customerId: int8().notNull(),
    /** The business's day of a reminder that a rule sends: it is sent on that day or not at all. */
    day: calendarDay().notNull(),
    /** The owner sent it by hand. */
    isManual: boolean().notNull().default(false),
    ...email(),
    /** When it was first handed to the mail server: from then on it can have arrived. */
    startedAt: at(),
    ...emailOutcome(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    // At most one a day that nobody asked for.
    uniqueIndex('reminder_emails_day_key').on(t.userId, t.customerId, t.day).where(sql`not is_manual`),
    index('reminder_emails_customer_idx').on(t.userId, t.customerId, t.id),
    foreignKey({
      name: 'reminder_emails_customer_fk',
      columns: [t.userId, t.customerId],
      foreignColumns: [customers.userId, customers.id],
    }).onDelete('cascade'),
    check('reminder_emails_state', sql`${t.state} in ('queued', 'accepted', 'failed')`),
  ],
)

/** The reminders of an invoice that are done. The key makes a second one for an instalment by the same rule impossible. */
export const reminders = pgTable(
  'reminders',
  {
    userId: int8().notNull(),
    id: id(),
    documentId: int8().notNull(),
    /** The position of the instalment that it was for; 1 for an invoice without a payment schedule. */
    instalment: smallint().notNull().default(1),
    /** The rule; null for one that the owner sent by hand. Not a reference: it also holds after the rule was deleted. */
    offsetDays: smallint(),
    /** The email that it is part of; null for one that was skipped before. */
    emailId: int8(),
    /** Why it was skipped; null for one that was not. */
    reason: text(),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('reminders_instalment_rule_key').on(t.userId, t.documentId, t.instalment, t.offsetDays),
    index('reminders_email_idx').on(t.userId, t.emailId),
    foreignKey({
      name: 'reminders_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'reminders_email_fk',
      columns: [t.userId, t.emailId],
      foreignColumns: [reminderEmails.userId, reminderEmails.id],
    }).onDelete('cascade'),
    check('reminders_outcome', sql`${t.emailId} is not null or ${t.reason} is not null`),
  ],
)

/** Invoices and customers without reminders. */
export const reminderOptOuts = pgTable(
  'reminder_opt_outs',
  {
    userId: int8().notNull(),
    id: id(),
    documentId: int8(),
    customerId: int8(),
    /** 'owner', or what the customer said. */
    cause: text().$type<'owner' | 'paid' | 'disputed' | 'unsubscribed'>().notNull(),
    /** The customer's own words. */
    message: text(),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('reminder_opt_outs_document_key').on(t.userId, t.documentId),
    unique('reminder_opt_outs_customer_key').on(t.userId, t.customerId),
    foreignKey({
      name: 'reminder_opt_outs_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'reminder_opt_outs_customer_fk',
      columns: [t.userId, t.customerId],
      foreignColumns: [customers.userId, customers.id],
    }).onDelete('cascade'),
    check(
      'reminder_opt_outs_cause',
      sql`(${t.documentId} is not null and ${t.customerId} is null and ${t.cause} in ('owner', 'paid', 'disputed'))
        or (${t.documentId} is null and ${t.customerId} is not null and ${t.cause} in ('owner', 'unsubscribed'))`,
    ),
  ],
)
