import { sql } from 'drizzle-orm'
import { char, check, foreignKey, index, pgTable, primaryKey, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, at, calendarDay, decimal, id, instants, int8 } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'
import { payments } from './payments.ts'

// What settles documents besides payments, and when invoices are to be paid.

/**
 * What moves a balance besides money that comes. A row is never changed, except that it is reversed once, and that a provider says later what a refund took.
 * - `refund`: money of a payment that went back, by the owner or by a lost dispute; negative when it came again. A payment's `refunded` is their sum. The ledger
 *   needs the days: a payment of last month that was refunded this month counts in both.
 * - `write-off`: an amount of an invoice that is not expected any more. At most one of an invoice stands.
 * - `credit application`: credit of a customer moves to an invoice from `source`: an invoice that has been paid or credited beyond its total, or a credit note
 *   without an invoice. Both have the same customer and currency.
 * - `credit refund`: money that the owner gave back by hand for a credit note without an invoice. What is refunded and applied of a note is at most its total.
 */
export const movements = pgTable(
  'movements',
  {
    id: id(),
    userId: owner(),
    kind: text().$type<'refund' | 'write-off' | 'credit application' | 'credit refund'>().notNull(),
    /** What it settles; of a refund the invoice of its payment. */
    documentId: int8().notNull(),
    /** Of a credit application: where the credit comes from. */
    sourceId: int8(),
    /** Of a refund. */
    paymentId: int8(),
    /** In the currency of the document. Zero for a refund where only a change of the exchange rate is left, as when disputed money was taken and given back. */
    amount: amount().notNull(),
    currency: char({ length: 3 }).notNull(),
    /**
     * null in the home currency. Of a refund: what the provider took from the account; null where it does not say it, then it is its part of what the payment was
     * worth. Of a write-off: what it takes off the receivable. Of applied credit: its worth at the rate of its source. Of a refunded one: what the money was worth.
     */
    homeAmount: amount(),
    /** Of a credit refund: units of the home currency per unit of its currency, and where the rate comes from. */
    exchangeRate: decimal(),
    rateSource: text().$type<'typed' | 'file' | 'ecb' | 'provider' | 'document'>(),
    /** Of a write-off: the sales tax in it that the owner takes back; zero where they do not. */
    taxPart: amount(),
    day: calendarDay().notNull(),
    /** Of a credit refund, as of payments that are recorded by hand. */
    paymentMethod: text(),
    /** The reason of a write-off. */
    notes: text(),
    reversedAt: at(),
    reversalDay: calendarDay(),
    /** By the owner, or by money that came after all. */
    reversedBy: text().$type<'owner' | 'payment'>(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex('movements_write_off_key').on(t.userId, t.documentId).where(sql`kind = 'write-off' and reversed_at is null`),
    index('movements_document_idx').on(t.userId, t.documentId, t.kind, t.id),
    index('movements_source_idx').on(t.userId, t.sourceId).where(sql`source_id is not null`),
    index('movements_payment_idx').on(t.userId, t.paymentId, t.day, t.amount).where(sql`payment_id is not null`),
    foreignKey({ name: 'movements_document_fk', columns: [t.userId, t.documentId], foreignColumns: [documents.userId, documents.id] }),
    foreignKey({ name: 'movements_source_fk', columns: [t.userId, t.sourceId], foreignColumns: [documents.userId, documents.id] }),
    foreignKey({
      name: 'movements_payment_fk',
      columns: [t.userId, t.paymentId],
      foreignColumns: [payments.userId, payments.id],
    }).onDelete('cascade'),
    check(
      'movements_kind',
      sql`case ${t.kind}
        when 'refund' then ${t.paymentId} is not null and num_nonnulls(${t.sourceId}, ${t.taxPart}, ${t.paymentMethod}, ${t.reversedAt}) = 0
        when 'write-off' then ${t.taxPart} is not null and ${t.taxPart} >= 0 and num_nonnulls(${t.sourceId}, ${t.paymentId}, ${t.paymentMethod}) = 0
        when 'credit application' then ${t.sourceId} <> ${t.documentId} and ${t.sourceId} is not null
          and num_nonnulls(${t.paymentId}, ${t.taxPart}, ${t.paymentMethod}) = 0
        when 'credit refund' then ${t.paymentMethod} is not null and num_nonnulls(${t.sourceId}, ${t.paymentId}, ${t.taxPart}) = 0
        else false end`,
    ),
    check(
      'movements_amount',
      sql`case ${t.kind} when 'refund' then (${t.amount} <> 0 or coalesce(${t.homeAmount}, 0) <> 0) and sign(${t.homeAmount}) * sign(${t.amount}) >= 0
        else ${t.amount} > 0 and coalesce(${t.homeAmount}, 0) >= 0 end`,
    ),
    check(
      'movements_rate',
      sql`${t.exchangeRate} > 0 and ${t.rateSource} in ('typed', 'file', 'ecb', 'provider', 'document') and (${t.exchangeRate} is null) = (${t.rateSource} is null)
        and (${t.exchangeRate} is null) = (${t.homeAmount} is null or ${t.kind} <> 'credit refund')`,
    ),
    check(
      'movements_reversed',
      sql`(${t.reversedAt} is null) = (${t.reversalDay} is null) and (${t.reversedAt} is null) = (${t.reversedBy} is null)
        and ${t.reversalDay} >= ${t.day} and ${t.reversedBy} in ('owner', 'payment')`,
    ),
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
