import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { customers, items } from './business.ts'
import { calendarDay, hundredths, id, instants, money, rate, version } from './columns.ts'
import { users } from './identity.ts'

const owner = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** What invoices and estimates have in common. */
const paper = () => ({
  id: id(),
  userId: owner(),
  version: version(),
  customerId: integer().notNull(),
  issueDate: calendarDay().notNull(),
  subtotal: money().notNull(),
  taxRate: rate().notNull().default(0),
  taxAmount: money().notNull(),
  /** The user typed the tax amount; it isn't rate x subtotal. */
  taxIsCustom: boolean().notNull().default(false),
  total: money().notNull(),
  notes: text(),
  terms: text(),
  /** Customer and business as they stood when the paper was sent; null while it is a draft. */
  customerAsSent: jsonb(),
  businessAsSent: jsonb(),
  sentAt: timestamp({ withTimezone: true }),
  /** A deleted paper keeps its row, so that its number stays taken. */
  deletedAt: timestamp({ withTimezone: true }),
  ...instants,
})

const line = () => ({
  id: id(),
  userId: owner(),
  position: integer().notNull(),
  itemId: integer(),
  description: text().notNull(),
  quantity: hundredths().notNull(),
  unitPrice: money().notNull(),
  total: money().notNull(),
})

export const invoices = pgTable(
  'invoices',
  {
    ...paper(),
    /** Only a deleted invoice can be without: then its customer is deleted too, and `customerAsSent` says who it was. */
    customerId: integer(),
    /** Who the customer of such an invoice was, for when both are asked back. */
    formerCustomerId: integer(),
    invoiceNumber: text().notNull(),
    status: text().$type<'draft' | 'sent' | 'paid' | 'overdue'>().notNull().default('draft'),
    dueDate: calendarDay().notNull(),
    stripePaymentIntentId: text(),
    paymentUrl: text(),
    /** Where its last e-mail to the customer stands; `invoice_emails` has all of them. */
    emailState: text().$type<'queued' | 'accepted' | 'failed'>(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('invoices_number_key').on(t.userId, t.invoiceNumber),
    foreignKey({ name: 'invoices_customer_fk', columns: [t.userId, t.customerId], foreignColumns: [customers.userId, customers.id] }),
    index('invoices_customer_idx').on(t.userId, t.customerId),
    index('invoices_recent_idx').on(t.userId, t.issueDate.desc(), t.id.desc()),
    check('invoices_status', sql`${t.status} in ('draft', 'sent', 'paid', 'overdue')`),
    check('invoices_total', sql`${t.total} = ${t.subtotal} + ${t.taxAmount} and ${t.subtotal} >= 0 and ${t.taxAmount} >= 0`),
    check('invoices_rate', sql`${t.taxRate} between 0 and 100`),
    check('invoices_customer', sql`${t.customerId} is not null or ${t.deletedAt} is not null`),
    check('invoices_email_state', sql`${t.emailState} in ('queued', 'accepted', 'failed')`),
  ],
)

export const invoiceLineItems = pgTable('invoice_line_items', { ...line(), invoiceId: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  unique('invoice_line_items_position_key').on(t.userId, t.invoiceId, t.position),
  foreignKey({
    name: 'invoice_line_items_invoice_fk',
    columns: [t.userId, t.invoiceId],
    foreignColumns: [invoices.userId, invoices.id],
  }).onDelete('cascade'),
  foreignKey({ name: 'invoice_line_items_item_fk', columns: [t.userId, t.itemId], foreignColumns: [items.userId, items.id] }),
  index('invoice_line_items_item_idx').on(t.userId, t.itemId),
  check(
    'invoice_line_items_total',
    sql`${t.total} = round(${t.quantity} * ${t.unitPrice}, 2) and ${t.quantity} > 0 and ${t.unitPrice} >= 0`,
  ),
])

export const estimates = pgTable(
  'estimates',
  {
    ...paper(),
    estimateNumber: text().notNull(),
    status: text().$type<'draft' | 'sent' | 'accepted' | 'rejected' | 'expired'>().notNull().default('draft'),
    expiryDate: calendarDay().notNull(),
    /** The one invoice that it was converted to. */
    invoiceId: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('estimates_number_key').on(t.userId, t.estimateNumber),
    unique('estimates_invoice_key').on(t.userId, t.invoiceId),
    foreignKey({ name: 'estimates_customer_fk', columns: [t.userId, t.customerId], foreignColumns: [customers.userId, customers.id] }),
    foreignKey({ name: 'estimates_invoice_fk', columns: [t.userId, t.invoiceId], foreignColumns: [invoices.userId, invoices.id] }),
    index('estimates_customer_idx').on(t.userId, t.customerId),
    check('estimates_status', sql`${t.status} in ('draft', 'sent', 'accepted', 'rejected', 'expired')`),
    check('estimates_total', sql`${t.total} = ${t.subtotal} + ${t.taxAmount} and ${t.subtotal} >= 0 and ${t.taxAmount} >= 0`),
  ],
)

export const estimateLineItems = pgTable('estimate_line_items', { ...line(), estimateId: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.id] }),
  unique('estimate_line_items_position_key').on(t.userId, t.estimateId, t.position),
  foreignKey({
    name: 'estimate_line_items_estimate_fk',
    columns: [t.userId, t.estimateId],
    foreignColumns: [estimates.userId, estimates.id],
  }).onDelete('cascade'),
  foreignKey({ name: 'estimate_line_items_item_fk', columns: [t.userId, t.itemId], foreignColumns: [items.userId, items.id] }),
  index('estimate_line_items_item_idx').on(t.userId, t.itemId),
  check(
    'estimate_line_items_total',
    sql`${t.total} = round(${t.quantity} * ${t.unitPrice}, 2) and ${t.quantity} > 0 and ${t.unitPrice} >= 0`,
  ),
])

/** What happened to an invoice; rows are only ever added. */
export const invoiceEvents = pgTable(
  'invoice_events',
  {
    id: id(),
    userId: owner(),
    invoiceId: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    kind: text().notNull(),
    /** Who did it, in words. */
    by: text().notNull(),
    /** [{ field, before, after }] as finished text. */
    changes: jsonb().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('invoice_events_invoice_idx').on(t.userId, t.invoiceId, t.id),
    foreignKey({
      name: 'invoice_events_invoice_fk',
      columns: [t.userId, t.invoiceId],
      foreignColumns: [invoices.userId, invoices.id],
    }).onDelete('cascade'),
  ],
)

/** Each e-mail that was to go to an invoice's customer, and what became of it. */
export const invoiceEmails = pgTable(
  'invoice_emails',
  {
    id: id(),
    userId: owner(),
    invoiceId: integer().notNull(),
    kind: text().$type<'invoice' | 'receipt'>().notNull(),
    /** The payment that a receipt is for. */
    paymentId: integer(),
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

/** A user's own pattern for invoice numbers; who has none gets the usual one. */
export const invoiceNumbering = pgTable(
  'invoice_numbering',
  {
    userId: owner().primaryKey(),
    prefix: text().notNull(),
    includeYear: boolean().notNull(),
    padding: integer().notNull(),
    restartYearly: boolean().notNull(),
    /** The counter goes on from here at the earliest ... */
    startAt: integer().notNull().default(1),
    /** ... in this year; with a yearly restart the next one begins at 1. */
    startYear: integer().notNull(),
  },
  (t) => [check('invoice_numbering_padding', sql`${t.padding} between 1 and 8 and ${t.startAt} >= 1`)],
)

/** Finds an invoice by the unguessable id that its public addresses carry. */
export const publicInvoices = pgTable(
  'public_invoices',
  { publicId: text().primaryKey(), userId: owner(), invoiceId: integer().notNull() },
  (t) => [
    unique('public_invoices_invoice_key').on(t.userId, t.invoiceId),
    foreignKey({
      name: 'public_invoices_invoice_fk',
      columns: [t.userId, t.invoiceId],
      foreignColumns: [invoices.userId, invoices.id],
    }).onDelete('cascade'),
  ],
)
