import { sql } from 'drizzle-orm'
import { boolean, char, check, foreignKey, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, at, calendarDay, id, instants, int8, percent } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'

/** What a business charges on overdue invoices. A changed rule is archived, and a new row takes its place. */
export const lateFeeRules = pgTable(
  'late_fee_rules',
  {
    userId: owner(),
    id: id(),
    kind: text().$type<'fixed' | 'percent' | 'yearly'>().notNull(),
    /** In the home currency; of kind 'fixed' only. */
    amount: amount(),
    currency: char({ length: 3 }),
    /** Of the balance due, for 'yearly' in a year. */
    percent: percent(),
    /** Days after the due date without a fee. */
    graceDays: smallint().notNull(),
    repeats: text().$type<'once' | 'monthly'>().notNull(),
    isAutomatic: boolean().notNull(),
    /** It charges nothing for earlier days. */
    validFrom: calendarDay().notNull(),
    /** Why fees that are due could not be charged, as a sentence. */
    problem: text(),
    archivedAt: at(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex('late_fee_rules_active_key').on(t.userId).where(sql`archived_at is null`),
    check(
      'late_fee_rules_rate',
      sql`case ${t.kind} when 'fixed' then ${t.amount} > 0 and ${t.currency} is not null and ${t.percent} is null
        when 'percent' then ${t.percent} > 0 and ${t.amount} is null and ${t.currency} is null
        when 'yearly' then ${t.percent} > 0 and ${t.amount} is null and ${t.currency} is null and ${t.repeats} = 'monthly' else false end`,
    ),
    check('late_fee_rules_when', sql`${t.graceDays} between 0 and 365 and ${t.repeats} in ('once', 'monthly')`),
  ],
)

/** Fees that were charged, each by an invoice of its own, or waived without one. The key makes a second one for the same period impossible. */
export const lateFees = pgTable(
  'late_fees',
  {
    userId: owner(),
    /** The overdue invoice. */
    invoiceId: int8().notNull(),
    ruleId: int8().notNull(),
    /** The n-th fee of the invoice by the rule. */
    occurrence: smallint().notNull(),
    amount: amount().notNull(),
    currency: char({ length: 3 }).notNull(),
    /** The days that it is for. */
    firstDay: calendarDay().notNull(),
    lastDay: calendarDay().notNull(),
    /** The invoice that asks for it; null for one that was waived before. One whose invoice was deleted is waived, too. */
    feeInvoiceId: int8(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.invoiceId, t.ruleId, t.occurrence] }),
    uniqueIndex('late_fees_fee_invoice_key').on(t.userId, t.feeInvoiceId),
    foreignKey({ name: 'late_fees_invoice_fk', columns: [t.userId, t.invoiceId], foreignColumns: [documents.userId, documents.id] }),
    foreignKey({ name: 'late_fees_fee_invoice_fk', columns: [t.userId, t.feeInvoiceId], foreignColumns: [documents.userId, documents.id] }),
    foreignKey({ name: 'late_fees_rule_fk', columns: [t.userId, t.ruleId], foreignColumns: [lateFeeRules.userId, lateFeeRules.id] }),
    check(
      'late_fees_amount',
      sql`${t.amount} > 0 and ${t.occurrence} > 0 and ${t.firstDay} <= ${t.lastDay} and ${t.feeInvoiceId} <> ${t.invoiceId}`,
    ),
  ],
)
