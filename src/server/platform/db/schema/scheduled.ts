import { sql } from 'drizzle-orm'
import { boolean, char, check, foreignKey, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { customers } from './business.ts'
import { at, calendarDay, instants, int8, notArchived } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'

/** Documents that are going to be emailed at a chosen time; a draft is issued then. The row goes when the document is sent. */
export const scheduledSends = pgTable(
  'scheduled_sends',
  {
    userId: int8().notNull(),
    documentId: int8().notNull(),
    /** The document's customer when it was scheduled. Without a foreign key: it is only compared. */
    customerId: notArchived('compared with the customer of the document when it is sent', int8().notNull()),
    /** The chosen time, "08:00", of an IANA time zone. */
    day: calendarDay().notNull(),
    time: char({ length: 5 }).notNull(),
    timeZone: text().notNull(),
    /** When it is sent, or tried again; null when it waits for the owner. */
    sendAt: at(),
    /** The chosen recipients; null for the customer's main address. Further ones are separated by commas. */
    toAddress: text(),
    ccAddresses: text(),
    copyToMe: boolean().notNull(),
    /** The owner's own words; null for the default text. */
    subject: text(),
    message: text(),
    /** Why it could not be sent, as a sentence. */
    problem: text(),
    /** Since when; the owner gets one email about it. */
    problemSince: at(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.documentId] }),
    foreignKey({
      name: 'scheduled_sends_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }).onDelete('cascade'),
    check('scheduled_sends_time', sql`${t.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check(
      'scheduled_sends_problem',
      sql`(${t.problem} is null) = (${t.problemSince} is null) and (${t.sendAt} is not null or ${t.problem} is not null)`,
    ),
  ],
)

/** Whether and when an account emails the statements of the month before to its customers. */
export const statementSchedules = pgTable(
  'statement_schedules',
  {
    userId: owner(),
    isOn: boolean().notNull(),
    /** 1 to 28, or -1 for the last day of the month. */
    dayOfMonth: smallint().notNull(),
    time: char({ length: 5 }).notNull(),
    timeZone: text().notNull(),
    /** The customers who get one: those who owe something at the end of the month, or those with any movement in it as well. */
    sendsTo: text().$type<'balance' | 'movement'>().notNull(),
    /** Statements are sent at times after this one only: when it was switched on, or its time changed. */
    enabledAt: at().notNull(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId] }),
    check('statement_schedules_day', sql`${t.dayOfMonth} between 1 and 28 or ${t.dayOfMonth} = -1`),
    check('statement_schedules_time', sql`${t.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('statement_schedules_sends_to', sql`${t.sendsTo} in ('balance', 'movement')`),
  ],
)

/** The months whose statements were sent, or left out. The key makes it impossible to send a month twice. */
export const statementRuns = pgTable(
  'statement_runs',
  {
    userId: owner(),
    /** The first day of the month that the statements cover. */
    period: calendarDay().notNull(),
    /** Why the month was left out; null when it is sent. */
    reason: text(),
    /** Why it could not go on, as a sentence; it is tried again. */
    problem: text(),
    at: at().notNull().defaultNow(),
    /** When the last customer was done; null before. */
    finishedAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.period] }),
    check('statement_runs_reason', sql`${t.reason} is null or ${t.finishedAt} is not null`),
  ],
)

/** The customers of a run. The key makes two statements for a month impossible. */
export const statementRunCustomers = pgTable(
  'statement_run_customers',
  {
    userId: int8().notNull(),
    period: calendarDay().notNull(),
    customerId: int8().notNull(),
    outcome: text().$type<'waiting' | 'sent' | 'skipped'>().notNull().default('waiting'),
    /** Why it was skipped. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.period, t.customerId] }),
    foreignKey({
      name: 'statement_run_customers_run_fk',
      columns: [t.userId, t.period],
      foreignColumns: [statementRuns.userId, statementRuns.period],
    }).onDelete('cascade'),
    foreignKey({
      name: 'statement_run_customers_customer_fk',
      columns: [t.userId, t.customerId],
      foreignColumns: [customers.userId, customers.id],
    }).onDelete('cascade'),
    index('statement_run_customers_customer_idx').on(t.userId, t.customerId),
    check(
      'statement_run_customers_outcome',
      sql`${t.outcome} in ('waiting', 'sent', 'skipped') and (${t.outcome} = 'skipped') = (${t.reason} is not null)`,
    ),
  ],
)
