import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { customers } from './business.ts'
import { amount, at, calendarDay, id, instants, int8, notArchived } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'
import { paymentAttempts } from './payments.ts'

/** Cards that customers let a business charge for recurring invoices. The card itself is at Stripe. */
export const savedCards = pgTable(
  'saved_cards',
  {
    userId: owner(),
    id: id(),
    customerId: int8().notNull(),
    /** The Stripe account that it was saved with, and Stripe's ids of the customer and of the payment method there. */
    accountId: text().notNull(),
    customerRef: notArchived('names the card at Stripe, with which it can be charged', text().notNull()),
    methodRef: notArchived('names the card at Stripe, with which it can be charged', text().notNull()),
    brand: text().notNull(),
    last4: text().notNull(),
    expiryMonth: smallint().notNull(),
    expiryYear: smallint().notNull(),
    /** The payment during which it was saved. */
    attemptId: text().notNull(),
    /** The words that the customer agreed to, and when. */
    consentWords: text().notNull(),
    consentedAt: at().notNull(),
    /** The most that one payment may take, by the customer's choice, and its currency; null for no limit. */
    maxAmount: amount(),
    currency: text(),
    /** When it was removed, by whom, and why if it was not the customer or the owner. It stays as the record of the consent. */
    revokedAt: at(),
    revokedBy: text().$type<'customer' | 'owner' | 'billfold'>(),
    revokedReason: text(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('saved_cards_attempt_key').on(t.userId, t.attemptId),
    uniqueIndex('saved_cards_usable_key').on(t.userId, t.customerId, t.accountId).where(sql`revoked_at is null`),
    index('saved_cards_method_idx').on(t.userId, t.methodRef),
    foreignKey({
      name: 'saved_cards_customer_fk',
      columns: [t.userId, t.customerId],
      foreignColumns: [customers.userId, customers.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'saved_cards_attempt_fk',
      columns: [t.userId, t.attemptId],
      foreignColumns: [paymentAttempts.userId, paymentAttempts.id],
    }).onDelete('cascade'),
    check('saved_cards_limit', sql`${t.maxAmount} > 0 and (${t.maxAmount} is null) = (${t.currency} is null)`),
    check(
      'saved_cards_revoked',
      sql`${t.revokedBy} in ('customer', 'owner', 'billfold') and (${t.revokedAt} is null) = (${t.revokedBy} is null)`,
    ),
  ],
)

/** The automatic payment of an invoice by a saved card, as it was announced to the customer. */
export const automaticPayments = pgTable(
  'automatic_payments',
  {
    userId: int8().notNull(),
    documentId: int8().notNull(),
    cardId: int8().notNull(),
    /** The announced amount, its currency and day. Never more is charged, and never earlier. */
    amount: amount().notNull(),
    currency: text().notNull(),
    day: calendarDay().notNull(),
    /** 'customer': the bank wants the customer to confirm, so it is paid on the pay page. */
    status: text().$type<'announced' | 'charging' | 'paid' | 'customer' | 'stopped'>().notNull().default('announced'),
    /** When the card is charged, or looked after, next; null once nothing is left to do. */
    nextAt: at(),
    tries: integer().notNull().default(0),
    /** The latest attempt. */
    attemptId: text(),
    /** Why the last try failed, or why it was stopped, as a sentence. */
    problem: text(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.documentId] }),
    index('automatic_payments_card_idx').on(t.userId, t.cardId),
    foreignKey({
      name: 'automatic_payments_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'automatic_payments_card_fk',
      columns: [t.userId, t.cardId],
      foreignColumns: [savedCards.userId, savedCards.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'automatic_payments_attempt_fk',
      columns: [t.userId, t.attemptId],
      foreignColumns: [paymentAttempts.userId, paymentAttempts.id],
    }).onDelete('cascade'),
    check('automatic_payments_amount', sql`${t.amount} > 0`),
    check(
      'automatic_payments_status',
      sql`${t.status} in ('announced', 'charging', 'paid', 'customer', 'stopped') and (${t.status} in ('announced', 'charging')) = (${t.nextAt} is not null) and (${t.status} <> 'charging' or ${t.attemptId} is not null)`,
    ),
  ],
)
