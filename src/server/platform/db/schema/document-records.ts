import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { id } from './columns.ts'
import { estimates, invoices } from './documents.ts'
import { owner } from './identity.ts'

// The tables beside invoices and estimates: histories, emails, public ids and numbering.

/** An event in the history of a document; rows are insert-only. */
const event = () => ({
  id: id(),
  userId: owner(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  kind: text().notNull(),
  /** The actor's name, as displayed. */
  by: text().notNull(),
  /** [{ field, before, after }] as formatted text. */
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

/** An email about a document to its customer, and its delivery state. */
const email = () => ({
  id: id(),
  userId: owner(),
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
})

export const invoiceEmails = pgTable(
  'invoice_emails',
  {
    ...email(),
    invoiceId: integer().notNull(),
    kind: text().$type<'invoice' | 'receipt'>().notNull(),
    /** The payment that a receipt confirms. */
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

/** A user's numbering pattern for one type of document; without a row the default pattern applies. */
const numbering = () => ({
  userId: owner().primaryKey(),
  prefix: text().notNull(),
  includeYear: boolean().notNull(),
  padding: integer().notNull(),
  restartYearly: boolean().notNull(),
  /** The counter starts at this number at the earliest ... */
  startAt: integer().notNull().default(1),
  /** ... in this year; with a yearly reset, the next year starts at 1. */
  startYear: integer().notNull(),
})

export const invoiceNumbering = pgTable('invoice_numbering', numbering(), (t) => [
  check('invoice_numbering_padding', sql`${t.padding} between 1 and 8 and ${t.startAt} >= 1`),
])

export const estimateNumbering = pgTable('estimate_numbering', numbering(), (t) => [
  check('estimate_numbering_padding', sql`${t.padding} between 1 and 8 and ${t.startAt} >= 1`),
])

/** Maps the unguessable id in an invoice's public URL to the invoice. */
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
