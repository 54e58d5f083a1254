import { sql } from 'drizzle-orm'
import { char, check, foreignKey, index, pgTable, primaryKey, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, at, calendarDay, decimal, id, instants, int8 } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'

// What settles invoices other than payments, and when they are to be paid.

/**
 * Amounts of invoices that are not expected any more. A row is never changed, except that it is reversed once: by the owner, or by money
 * that comes after all. At most one of an invoice stands.
 */
export const writeOffs = pgTable(
  'write_offs',
  {
    id: id(),
    userId: owner(),
    documentId: int8().notNull(),
    /** In the currency of the invoice. */
    amount: amount().notNull(),
    currency: char({ length: 3 }).notNull(),
    /** What it takes off the receivable in the home currency; null where that is its currency. */
    homeAmount: amount(),
    /** The sales tax in it that the owner takes back; zero where they do not. */
    taxPart: amount().notNull().default(sql`0.00`),
    day: calendarDay().notNull(),
    reason: text(),
    reversedAt: at(),
    reversalDay: calendarDay(),
    reversedBy: text().$type<'owner' | 'payment'>(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex('write_offs_standing_key').on(t.userId, t.documentId).where(sql`reversed_at is null`),
    index('write_offs_document_idx').on(t.userId, t.documentId),
    foreignKey({ name: 'write_offs_document_fk', columns: [t.userId, t.documentId], foreignColumns: [documents.userId, documents.id] }),
    check('write_offs_amount', sql`${t.amount} > 0 and ${t.taxPart} >= 0 and ${t.homeAmount} >= 0`),
    check(
      'write_offs_reversed',
      sql`(${t.reversedAt} is null) = (${t.reversalDay} is null) and (${t.reversedAt} is null) = (${t.reversedBy} is null)
        and ${t.reversalDay} >= ${t.day} and ${t.reversedBy} in ('owner', 'payment')`,
    ),
  ],
)

/**
 * Credit of a customer that was applied to an invoice: it moves from `source`, an invoice that has been paid or credited beyond its total, or a credit note
 * without an invoice. Both have the same customer and currency.
 */
export const creditApplications = pgTable(
  'credit_applications',
  {
    id: id(),
    userId: owner(),
    documentId: int8().notNull(),
    sourceId: int8().notNull(),
    /** In the currency of both documents. */
    amount: amount().notNull(),
    currency: char({ length: 3 }).notNull(),
    /** What the credit was worth in the home currency, at the rate of its source; null where that is its currency. */
    homeAmount: amount(),
    day: calendarDay().notNull(),
    reversedAt: at(),
    reversalDay: calendarDay(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('credit_applications_document_idx').on(t.userId, t.documentId),
    index('credit_applications_source_idx').on(t.userId, t.sourceId),
    foreignKey({
      name: 'credit_applications_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }),
    foreignKey({
      name: 'credit_applications_source_fk',
      columns: [t.userId, t.sourceId],
      foreignColumns: [documents.userId, documents.id],
    }),
    check('credit_applications_amount', sql`${t.amount} > 0 and ${t.homeAmount} >= 0 and ${t.documentId} <> ${t.sourceId}`),
    check('credit_applications_reversed', sql`(${t.reversedAt} is null) = (${t.reversalDay} is null) and ${t.reversalDay} >= ${t.day}`),
  ],
)

/**
 * Money that the owner gave back by hand for a credit note without an invoice. A row is never changed, except that it is reversed once. What is refunded of a
 * note and what is applied of it are at most its total.
 */
export const creditRefunds = pgTable(
  'credit_refunds',
  {
    id: id(),
    userId: owner(),
    documentId: int8().notNull(),
    /** In the currency of the note. */
    amount: amount().notNull(),
    currency: char({ length: 3 }).notNull(),
    /** What the money was worth in the home currency when it went; null where that is its currency, as are the columns after it. */
    homeAmount: amount(),
    /** Units of the home currency per unit of its currency, and where the rate comes from. */
    exchangeRate: decimal(),
    rateSource: text().$type<'typed' | 'file' | 'ecb' | 'document'>(),
    day: calendarDay().notNull(),
    /** As of payments that are recorded by hand. */
    paymentMethod: text().notNull(),
    notes: text(),
    reversedAt: at(),
    reversalDay: calendarDay(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('credit_refunds_document_idx').on(t.userId, t.documentId),
    foreignKey({ name: 'credit_refunds_document_fk', columns: [t.userId, t.documentId], foreignColumns: [documents.userId, documents.id] }),
    check('credit_refunds_amount', sql`${t.amount} > 0`),
    check(
      'credit_refunds_home',
      sql`${t.homeAmount} >= 0 and ${t.exchangeRate} > 0 and ${t.rateSource} in ('typed', 'file', 'ecb', 'document')
        and (${t.homeAmount} is null) = (${t.exchangeRate} is null) and (${t.homeAmount} is null) = (${t.rateSource} is null)`,
    ),
    check('credit_refunds_reversed', sql`(${t.reversedAt} is null) = (${t.reversalDay} is null) and ${t.reversalDay} >= ${t.day}`),
  ],
)

/**
 * The payment schedule of an invoice: parts of its total with their own due dates, both in the order of `position`. An invoice without rows
 * is due at once. Money fills the oldest; `documents.due_date` is that of the oldest one that is not covered, or else of the last one.
 */
export const invoiceInstalments = pgTable(
  'invoice_instalments',
  {
    userId: int8().notNull(),
    documentId: int8().notNull(),
    /** 1, 2, 3 ... */
    position: smallint().notNull(),
    dueDate: calendarDay().notNull(),
    /** In the currency of the invoice; they sum to its total. */
    amount: amount().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.documentId, t.position] }),
    unique('invoice_instalments_due_date_key').on(t.userId, t.documentId, t.dueDate),
    foreignKey({
      name: 'invoice_instalments_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }).onDelete('cascade'),
    check('invoice_instalments_position', sql`${t.position} between 1 and 24`),
    check('invoice_instalments_amount', sql`${t.amount} > 0`),
  ],
)
