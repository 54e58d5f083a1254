import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  char,
  check,
  foreignKey,
  index,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { entryKinds } from '#shared/books.ts'
import { bases } from '#shared/reports.ts'
import { amount, at, calendarDay, id, instants, int8, notArchived, percent } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'
import { taxRates } from './taxes.ts'

/** Enums have a fixed size, which makes sums over an index of the lines faster than texts do. */
export const accountingBasis = pgEnum('accounting_basis', bases)
export const entryKind = pgEnum('entry_kind', entryKinds)

/** One row a user with entries. Its lock orders everything that posts entries and closes months. */
export const books = pgTable('books', {
  userId: notArchived('the last number in journal.json, and the last day in closings.json', owner().primaryKey()),
  /** Entries are numbered without gaps, in the order of posting. */
  lastEntryId: int8().notNull().default(0),
  /** The last closed day; null while nothing is closed. Always that of the newest closing that is not reopened. */
  closedThrough: calendarDay(),
})

/**
 * The journal. An entry is never changed: a correction is an entry that reverses it, and a new one. Append-only: the app's role may insert and select.
 */
export const journalEntries = pgTable(
  'journal_entries',
  {
    userId: owner(),
    /** 1, 2, 3 ... of this user. */
    id: int8().notNull(),
    day: calendarDay().notNull(),
    /** What happened: an invoice, an opening balance, a payment, a refund, a provider's fee, an expense, an entry by hand, a write-off, a credit note. */
    kind: entryKind().notNull(),
    /** The id of the invoice, the payment (also of a fee), the payment return, the expense, the manual entry, the write-off or the credit note. */
    sourceId: int8().notNull(),
    /** The invoice; null for expenses and entries by hand. */
    documentId: int8(),
    /** The day of the event, where it is in a period that was closed when the entry was posted. */
    eventDay: calendarDay(),
    /** The entry that this one reverses. */
    reversesId: int8(),
    /** The number of the invoice, as it was then. */
    reference: text(),
    /** The name of the customer or the vendor, as it was then. */
    name: text(),
    description: text().notNull(),
    postedAt: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    foreignKey({
      name: 'journal_entries_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }),
    foreignKey({
      name: 'journal_entries_reverses_fk',
      columns: [t.userId, t.reversesId],
      foreignColumns: [t.userId as AnyPgColumn, t.id as AnyPgColumn],
    }),
    // An entry is reversed once.
    uniqueIndex('journal_entries_reverses_key').on(t.userId, t.reversesId).where(sql`reverses_id is not null`),
    index('journal_entries_day_idx').on(t.userId, t.day, t.id),
    index('journal_entries_document_idx').on(t.userId, t.documentId).where(sql`document_id is not null`),
    index('journal_entries_source_idx').on(t.userId, t.sourceId).where(sql`kind in ('expense', 'manual')`),
    check('journal_entries_document', sql`(${t.documentId} is null) = (${t.kind} in ('expense', 'manual'))`),
    check('journal_entries_reverses', sql`${t.reversesId} < ${t.id}`),
  ],
)

/**
 * The lines of the entries. A line moves an amount from the account that is credited to the one that is debited, so an entry that does not balance cannot be
 * written. Accounts are numbers of the chart in `shared/accounts.ts`. What sums need of the entry is repeated here, so that an index holds all of it.
 */
export const journalLines = pgTable(
  'journal_lines',
  {
    userId: int8().notNull(),
    entryId: int8().notNull(),
    position: notArchived('lines stand in their order', smallint().notNull()),
    /** Each basis has lines of its own: a sale counts when it is invoiced (accrual) or paid (cash). */
    basis: accountingBasis().notNull(),
    day: notArchived('repeated from the entry', calendarDay().notNull()),
    kind: notArchived('repeated from the entry', entryKind().notNull()),
    sourceId: notArchived('repeated from the entry', int8().notNull()),
    documentId: notArchived('repeated from the entry', int8()),
    debitAccount: smallint().notNull(),
    creditAccount: smallint().notNull(),
    amount: amount().notNull(),
    customerId: int8(),
    /** Of sales and sales tax: the rate that the invoice's lines name; null for a percentage of the whole invoice, and for lines without tax. */
    taxRateId: int8(),
    /** Of sales tax at such a rate: the component's place in it. */
    taxComponent: smallint(),
    /** Of sales tax: the percentage; of sales that of the whole invoice. Null for none. */
    taxPercent: percent(),
    /** Of receivables and credit in another currency: that currency, and the amount in it; zero for an exchange difference. */
    currency: char({ length: 3 }),
    currencyAmount: amount(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.entryId, t.position] }),
    foreignKey({
      name: 'journal_lines_entry_fk',
      columns: [t.userId, t.entryId],
      foreignColumns: [journalEntries.userId, journalEntries.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'journal_lines_rate_fk', columns: [t.userId, t.taxRateId], foreignColumns: [taxRates.userId, taxRates.id] }),
    // Every figure is a sum over one of the first two; the others find the lines of an invoice and of a customer.
    index('journal_lines_debit_idx').on(
      ...([t.userId, t.basis, t.debitAccount, t.day, t.kind, t.amount, t.documentId, t.sourceId, t.customerId] as const),
      ...([t.taxPercent, t.taxRateId, t.taxComponent] as const),
    ),
    index('journal_lines_credit_idx').on(
      ...([t.userId, t.basis, t.creditAccount, t.day, t.kind, t.amount, t.documentId, t.sourceId, t.customerId] as const),
      ...([t.taxPercent, t.taxRateId, t.taxComponent] as const),
    ),
    index('journal_lines_document_idx')
      .on(t.userId, t.documentId, t.day, t.kind, t.debitAccount, t.creditAccount, t.amount, t.customerId)
      .where(sql`basis = 'accrual' and document_id is not null`),
    index('journal_lines_customer_idx').on(t.userId, t.customerId, t.day).where(sql`basis = 'accrual' and customer_id is not null`),
    index('journal_lines_rate_idx').on(t.userId, t.taxRateId).where(sql`tax_rate_id is not null`),
    check('journal_lines_component', sql`${t.taxComponent} between 1 and 4 and (${t.taxRateId} is not null or ${t.taxComponent} is null)`),
    check('journal_lines_currency', sql`(${t.currency} is null) = (${t.currencyAmount} is null) and ${t.currencyAmount} >= 0`),
    check('journal_lines_amount', sql`${t.amount} > 0 and ${t.debitAccount} <> ${t.creditAccount}`),
  ],
)

/**
 * The change of each account in each month, debits less credits, by what happened: the sums of the lines, kept with each posting. So a figure of whole months
 * is read from a few rows.
 */
export const journalMonths = pgTable(
  'journal_months',
  {
    userId: notArchived('sums of journal.json', owner()),
    basis: accountingBasis().notNull(),
    account: smallint().notNull(),
    kind: entryKind().notNull(),
    /** The first day of the month. */
    month: calendarDay().notNull(),
    amount: amount().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.basis, t.account, t.kind, t.month] })],
)

/** The closings of months. The newest can be reopened; only that is ever stored in a row again. */
export const bookClosings = pgTable(
  'book_closings',
  {
    userId: owner(),
    id: id(),
    throughDay: calendarDay().notNull(),
    /** Who closed, as displayed. */
    closedBy: text().notNull(),
    closedAt: at().notNull().defaultNow(),
    /** The balances of all accounts on both bases: { accrual: { '1200': '10.00' }, cash: ... }. */
    trialBalance: jsonb().notNull(),
    /** SHA-256 of the entries up to the day, in hexadecimal; see `domain/ledger/closing`. */
    journalHash: text().notNull(),
    reopenedAt: at(),
    reopenedBy: text(),
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex('book_closings_day_key').on(t.userId, t.throughDay).where(sql`reopened_at is null`),
    check(
      'book_closings_reopened',
      sql`(${t.reopenedAt} is null) = (${t.reason} is null) and (${t.reopenedAt} is null) = (${t.reopenedBy} is null)`,
    ),
  ],
)

/**
 * What the owner entered by hand, because no document says it: a drawing, a loan, a bank fee. A row is never changed, except that it is reversed once, which
 * takes its entry out of the journal.
 */
export const manualEntries = pgTable(
  'manual_entries',
  {
    id: id(),
    userId: owner(),
    /** The kind of entry that was chosen, such as 'bank-fee'. */
    template: text().notNull(),
    day: calendarDay().notNull(),
    debitAccount: smallint().notNull(),
    creditAccount: smallint().notNull(),
    /** In the home currency. */
    amount: amount().notNull(),
    description: text().notNull(),
    reversedAt: at(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    check('manual_entries_amount', sql`${t.amount} > 0 and ${t.debitAccount} <> ${t.creditAccount}`),
  ],
)
