import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { id } from './columns.ts'
import { estimates, invoices } from './documents.ts'
import { owner } from './identity.ts'

// What stands beside invoices and estimates: their histories, e-mails, public ids and numbers.

/** What happened to a paper; rows are only ever added. */
const event = () => ({
  id: id(),
  userId: owner(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  kind: text().notNull(),
  /** Who did it, in words. */
  by: text().notNull(),
  /** [{ field, before, after }] as finished text. */
  changes: jsonb().notNull().default([]),
})

export const invoiceEvents = pgTable('invoice_events', { ...event(), invoiceId: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  index('invoice_events_invoice_idx').on(t.userId, t.invoiceId, t.id),
  foreignKey({
    name: 'invoice_events_invoice_fk',
    columns: [t.userId, t.invoiceId],
    foreignColumns: [invoices.userId, invoices.id],
  }).onDelete('cascade'),
])

export const estimateEvents = pgTable('estimate_events', { ...event(), estimateId: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  index('estimate_events_estimate_idx').on(t.userId, t.estimateId, t.id),
  foreignKey({
    name: 'estimate_events_estimate_fk',
    columns: [t.userId, t.estimateId],
    foreignColumns: [estimates.userId, estimates.id],
  }).onDelete('cascade'),
])

/** Each e-mail that was to go to a paper's customer, and what became of it. */
const email = () => ({
  id: id(),
  userId: owner(),
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
})

export const invoiceEmails = pgTable(
  'invoice_emails',
  {
    ...email(),
    invoiceId: integer().notNull(),
    kind: text().$type<'invoice' | 'receipt'>().notNull(),
    /** The payment that a receipt is for. */
    paymentId: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('invoice_emails_invoice_idx').on(t.userId, t.invoiceId, t.id),
    unique('invoice_emails_receipt_key').on(t.userId, t.paymentId),
    foreignKey({
      name: 'invoice_emails_invoice_fk',
      columns: [t.userId, t.invoiceId],
      foreignColumns: [invoices.userId, invoices.id],
    }).onDelete('cascade'),
    check('invoice_emails_kind', sql`${t.kind} in ('invoice', 'receipt') and (${t.kind} = 'receipt') = (${t.paymentId} is not null)`),
    check('invoice_emails_state', sql`${t.state} in ('queued', 'accepted', 'failed')`),
  ],
)

export const estimateEmails = pgTable(
  'estimate_emails',
  { ...email(), estimateId: integer().notNull(), kind: text().$type<'estimate'>().notNull().default('estimate') },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('estimate_emails_estimate_idx').on(t.userId, t.estimateId, t.id),
    foreignKey({
      name: 'estimate_emails_estimate_fk',
      columns: [t.userId, t.estimateId],
      foreignColumns: [estimates.userId, estimates.id],
    }).onDelete('cascade'),
    check('estimate_emails_kind', sql`${t.kind} = 'estimate'`),
    check('estimate_emails_state', sql`${t.state} in ('queued', 'accepted', 'failed')`),
  ],
)

/** A user's own pattern for the numbers of a kind of paper; who has none gets the usual one. */
const numbering = () => ({
  userId: owner().primaryKey(),
  prefix: text().notNull(),
  includeYear: boolean().notNull(),
  padding: integer().notNull(),
  restartYearly: boolean().notNull(),
  /** The counter goes on from here at the earliest ... */
  startAt: integer().notNull().default(1),
  /** ... in this year; with a yearly restart the next one begins at 1. */
  startYear: integer().notNull(),
})

export const invoiceNumbering = pgTable('invoice_numbering', numbering(), (t) => [
  check('invoice_numbering_padding', sql`${t.padding} between 1 and 8 and ${t.startAt} >= 1`),
])

export const estimateNumbering = pgTable('estimate_numbering', numbering(), (t) => [
  check('estimate_numbering_padding', sql`${t.padding} between 1 and 8 and ${t.startAt} >= 1`),
])

/** Finds an invoice by the unguessable id that its public addresses carry. */
export const publicInvoices = pgTable(
  'public_invoices',
  { publicId: text().notNull(), userId: owner(), invoiceId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.publicId, t.userId] }),
    unique('public_invoices_invoice_key').on(t.userId, t.invoiceId),
    foreignKey({
      name: 'public_invoices_invoice_fk',
      columns: [t.userId, t.invoiceId],
      foreignColumns: [invoices.userId, invoices.id],
    }).onDelete('cascade'),
  ],
)

/** The same for an estimate. */
export const publicEstimates = pgTable(
  'public_estimates',
  { publicId: text().notNull(), userId: owner(), estimateId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.publicId, t.userId] }),
    unique('public_estimates_estimate_key').on(t.userId, t.estimateId),
    foreignKey({
      name: 'public_estimates_estimate_fk',
      columns: [t.userId, t.estimateId],
      foreignColumns: [estimates.userId, estimates.id],
    }).onDelete('cascade'),
  ],
)
