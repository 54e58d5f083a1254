import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { customers, items } from './business.ts'
import { calendarDay, checksum, hundredths, id, instants, money, rate, version } from './columns.ts'
import { owner } from './identity.ts'

/** The columns that invoices and estimates share. */
const document = () => ({
  id: id(),
  userId: owner(),
  version: version(),
  /** Null only for a deleted document whose customer is deleted as well; `customerAsSent` then has the customer's details. */
  customerId: integer(),
  /** The customer id of such a document, for when both are restored. */
  formerCustomerId: integer(),
  issueDate: calendarDay().notNull(),
  subtotal: money().notNull(),
  taxRate: rate().notNull().default(0),
  taxAmount: money().notNull(),
  /** The user entered the tax amount; it is not computed from the rate. */
  taxIsCustom: boolean().notNull().default(false),
  total: money().notNull(),
  notes: text(),
  terms: text(),
  /** The maximum size in bytes of its lines, notes and terms in a reply, see `domain/documents/content-size.ts`; null where the size is not known. */
  contentBytes: integer(),
  /** The customer's and the business's details when the document was sent; null while it is a draft. */
  customerAsSent: jsonb(),
  businessAsSent: jsonb(),
  sentAt: timestamp({ withTimezone: true }),
  /** The state of its last email to the customer; emails have a table of their own. */
  emailState: text().$type<'queued' | 'accepted' | 'failed'>(),
  /** A deleted document keeps its row, so that its number is not used again. */
  deletedAt: timestamp({ withTimezone: true }),
  seal: checksum(),
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
  seal: checksum(),
})

export const estimates = pgTable(
  'estimates',
  {
    ...document(),
    estimateNumber: text().notNull(),
    status: text().$type<'draft' | 'sent' | 'accepted' | 'rejected' | 'expired'>().notNull().default('draft'),
    expiryDate: calendarDay().notNull(),
    /** It was sent and then became a draft again; its public page says so. */
    withdrawnAt: timestamp({ withTimezone: true }),
    /** When the customer answered on the public page ... */
    answeredAt: timestamp({ withTimezone: true }),
    /** ... with the entered name, the IP address, and the reason for declining. */
    answeredBy: text(),
    answeredFrom: text(),
    declineReason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('estimates_number_key').on(t.userId, t.estimateNumber),
    foreignKey({ name: 'estimates_customer_fk', columns: [t.userId, t.customerId], foreignColumns: [customers.userId, customers.id] }),
    index('estimates_customer_idx').on(t.userId, t.customerId),
    index('estimates_recent_idx').on(t.userId, t.issueDate.desc(), t.id.desc()),
    index('estimates_sent_idx').on(t.userId, t.sentAt).where(sql`sent_at is not null`),
    index('estimates_answered_idx').on(t.userId, t.answeredAt).where(sql`answered_at is not null`),
    check('estimates_status', sql`${t.status} in ('draft', 'sent', 'accepted', 'rejected', 'expired')`),
    check('estimates_total', sql`${t.total} = ${t.subtotal} + ${t.taxAmount} and ${t.subtotal} >= 0 and ${t.taxAmount} >= 0`),
    check('estimates_rate', sql`${t.taxRate} between 0 and 100`),
    check('estimates_customer', sql`${t.customerId} is not null or ${t.deletedAt} is not null`),
    check('estimates_email_state', sql`${t.emailState} in ('queued', 'accepted', 'failed')`),
    check('estimates_answer', sql`${t.answeredAt} is null or ${t.status} in ('accepted', 'rejected')`),
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

export const invoices = pgTable(
  'invoices',
  {
    ...document(),
    invoiceNumber: text().notNull(),
    status: text().$type<'draft' | 'sent' | 'paid' | 'overdue'>().notNull().default('draft'),
    dueDate: calendarDay().notNull(),
    stripePaymentIntentId: text(),
    paymentUrl: text(),
    /** What about its payments needs the owner's attention; null for nothing. Derived from the payments, like the status. */
    paymentAttention: text().$type<'review' | 'dispute' | 'refund failed' | 'overpaid'>(),
    /** When the customer last viewed it. */
    viewedAt: timestamp({ withTimezone: true }),
    /** The estimate that it was created from; an estimate is converted to one invoice. */
    estimateId: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('invoices_number_key').on(t.userId, t.invoiceNumber),
    unique('invoices_estimate_key').on(t.userId, t.estimateId),
    foreignKey({ name: 'invoices_estimate_fk', columns: [t.userId, t.estimateId], foreignColumns: [estimates.userId, estimates.id] }),
    foreignKey({ name: 'invoices_customer_fk', columns: [t.userId, t.customerId], foreignColumns: [customers.userId, customers.id] }),
    index('invoices_customer_idx').on(t.userId, t.customerId),
    index('invoices_recent_idx').on(t.userId, t.issueDate.desc(), t.id.desc()),
    index('invoices_sent_idx').on(t.userId, t.sentAt).where(sql`sent_at is not null`),
    // Open invoices by due date; and the few deleted ones.
    index('invoices_open_idx')
      .on(t.userId, t.dueDate, t.id, t.total, t.status, t.issueDate)
      .where(sql`status in ('sent', 'overdue') and deleted_at is null`),
    index('invoices_deleted_idx').on(t.userId, t.id).where(sql`deleted_at is not null`),
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
