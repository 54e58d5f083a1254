import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { customers } from './business.ts'
import { at, calendarDay, id, instants, int8, version } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'

/** Schedules that create invoices. */
export const recurringInvoices = pgTable(
  'recurring_invoices',
  {
    userId: owner(),
    id: id(),
    version: version(),
    customerId: int8().notNull(),
    /** The rule for its days, see `shared/recurrence.ts`. */
    startDay: calendarDay().notNull(),
    frequency: text().$type<'daily' | 'weekly' | 'monthly' | 'yearly'>().notNull(),
    every: smallint().notNull(),
    onDays: smallint().array().notNull(),
    untilDay: calendarDay(),
    /** It ends after so many invoices; null for no such end. */
    maxCount: integer(),
    /** The time of day at which invoices are created, "08:00", and its IANA time zone. */
    time: char({ length: 5 }).notNull(),
    timeZone: text().notNull(),
    /** Days from the issue date to the due date. */
    /** Null for the terms of the customer. */
    dueDays: smallint(),
    /** Whether invoices are issued and emailed, or stay drafts. */
    sendsInvoices: boolean().notNull(),
    /** Whether invoices are charged to the card that the customer has saved, if there is one. */
    chargesSavedCard: boolean().notNull().default(false),
    status: text().$type<'active' | 'paused' | 'ended'>().notNull().default('active'),
    /** The day of the next invoice, and when it is created; null once it has ended. */
    nextDay: calendarDay(),
    nextRunAt: at(),
    /** Missed days up to this one are made without asking. */
    catchUpThrough: calendarDay(),
    /** Why the next invoice could not be created, as a sentence; it is tried again. Also why a schedule was paused by the product. */
    problem: text(),
    /** Since when; the owner gets one email about it. */
    problemSince: at(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({
      name: 'recurring_invoices_customer_fk',
      columns: [t.userId, t.customerId],
      foreignColumns: [customers.userId, customers.id],
    }),
    index('recurring_invoices_customer_idx').on(t.userId, t.customerId),
    check('recurring_invoices_frequency', sql`${t.frequency} in ('daily', 'weekly', 'monthly', 'yearly') and ${t.every} between 1 and 365`),
    check(
      'recurring_invoices_end',
      sql`${t.untilDay} >= ${t.startDay} and ${t.maxCount} >= 1 and (${t.untilDay} is null or ${t.maxCount} is null)`,
    ),
    check('recurring_invoices_time', sql`${t.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('recurring_invoices_due_days', sql`${t.dueDays} between 0 and 365`),
    check(
      'recurring_invoices_status',
      sql`${t.status} in ('active', 'paused', 'ended') and (${t.status} = 'ended') = (${t.nextDay} is null) and (${t.nextDay} is null) = (${t.nextRunAt} is null)`,
    ),
    check('recurring_invoices_problem', sql`(${t.problem} is null) = (${t.problemSince} is null)`),
  ],
)

/** What the invoices of a schedule contain, from a day on: a change leaves what is made before that day as it was. */
export const recurringVersions = pgTable(
  'recurring_versions',
  {
    userId: int8().notNull(),
    recurringId: int8().notNull(),
    validFrom: calendarDay().notNull(),
    /** In the form of requests, see `recurringContent` in the contract. */
    content: jsonb().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.recurringId, t.validFrom] }),
    foreignKey({
      name: 'recurring_versions_recurring_fk',
      columns: [t.userId, t.recurringId],
      foreignColumns: [recurringInvoices.userId, recurringInvoices.id],
    }).onDelete('cascade'),
  ],
)

/** The days of a schedule that are done. The key makes two invoices for a day impossible. */
export const recurringRuns = pgTable(
  'recurring_runs',
  {
    userId: int8().notNull(),
    recurringId: int8().notNull(),
    day: calendarDay().notNull(),
    outcome: text().$type<'made' | 'skipped'>().notNull(),
    /** Why it was skipped. */
    reason: text(),
    documentId: int8(),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.recurringId, t.day] }),
    foreignKey({
      name: 'recurring_runs_recurring_fk',
      columns: [t.userId, t.recurringId],
      foreignColumns: [recurringInvoices.userId, recurringInvoices.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'recurring_runs_document_fk', columns: [t.userId, t.documentId], foreignColumns: [documents.userId, documents.id] }),
    uniqueIndex('recurring_runs_document_key').on(t.userId, t.documentId),
    check(
      'recurring_runs_outcome',
      sql`case ${t.outcome} when 'made' then ${t.documentId} is not null and ${t.reason} is null when 'skipped' then ${t.documentId} is null and ${t.reason} is not null else false end`,
    ),
  ],
)
