import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, timestamp, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { cents } from '#shared/money.ts'
import { bytes, calendarDay, id, instants, money } from './columns.ts'
import { owner } from './identity.ts'
import { invoices } from './papers.ts'

/** A business's credential with a payment provider; secrets are sealed. */
export const paymentCredentials = pgTable(
  'payment_credentials',
  {
    userId: owner(),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    keyId: text().notNull(),
    sealedSecret: bytes().notNull(),
    /** Its last characters, by which its owner knows it. */
    secretLast4: text(),
    sealedWebhookSecret: bytes(),
    webhookId: text(),
    endpointToken: text().notNull(),
    accountId: text(),
    status: text().notNull().default('not_connected'),
    version: integer().notNull().default(1),
    ...instants,
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider] }), uniqueIndex('payment_credentials_endpoint_key').on(t.endpointToken, t.userId)],
)

/** One try to collect an invoice's balance with a provider; `id` is also the idempotency key of its creation there. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    userId: owner(),
    id: text().notNull(),
    invoiceId: integer().notNull(),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    accountId: text().notNull(),
    /** The provider's own id of the session or order; null until it answered. */
    ref: text(),
    url: text(),
    amount: money().notNull(),
    currency: text().notNull().default('usd'),
    invoiceVersion: integer().notNull(),
    status: text().$type<'creating' | 'open' | 'pending' | 'paid' | 'expired' | 'failed' | 'review'>().notNull().default('creating'),
    /** When the answer that stands here was asked for: an older one never replaces a newer. */
    askedAt: timestamp({ withTimezone: true }),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('payment_attempts_ref_key').on(t.userId, t.provider, t.accountId, t.ref),
    uniqueIndex('payment_attempts_open_key').on(t.userId, t.invoiceId, t.provider).where(sql`status in ('creating', 'open')`),
    foreignKey({ name: 'payment_attempts_invoice_fk', columns: [t.userId, t.invoiceId], foreignColumns: [invoices.userId, invoices.id] }),
    check('payment_attempts_amount', sql`${t.amount} > 0`),
  ],
)

/** Money that came, or that the owner says came. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    userId: owner(),
    invoiceId: integer().notNull(),
    attemptId: text(),
    amount: money().notNull(),
    currency: text().notNull().default('usd'),
    paymentDate: calendarDay().notNull(),
    paymentMethod: text().notNull(),
    /** 'stripe', 'paypal' or 'manual'. */
    provider: text().notNull(),
    /** The provider's id of the charge or capture: the same money is never recorded twice. */
    chargeRef: text(),
    stripePaymentIntentId: text(),
    stripeChargeId: text(),
    status: text().$type<'pending' | 'succeeded' | 'failed' | 'voided'>().notNull().default('pending'),
    refunded: money().notNull().default(cents(0)),
    disputed: boolean().notNull().default(false),
    notes: text(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('payments_charge_key').on(t.userId, t.provider, t.chargeRef),
    foreignKey({ name: 'payments_invoice_fk', columns: [t.userId, t.invoiceId], foreignColumns: [invoices.userId, invoices.id] }),
    foreignKey({
      name: 'payments_attempt_fk',
      columns: [t.userId, t.attemptId],
      foreignColumns: [paymentAttempts.userId, paymentAttempts.id],
    }),
    index('payments_invoice_idx').on(t.userId, t.invoiceId),
    index('payments_date_idx').on(t.userId, t.paymentDate),
    check('payments_amount', sql`${t.amount} > 0 and ${t.refunded} between 0 and ${t.amount}`),
  ],
)

/** Provider events that were seen, so that each is handled once. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    userId: owner(),
    endpointId: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    handledAt: timestamp({ withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.endpointId, t.eventId] })],
)
