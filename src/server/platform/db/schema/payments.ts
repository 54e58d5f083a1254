import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { cents } from '#shared/money.ts'
import { bytes, calendarDay, checksum, id, instants, money } from './columns.ts'
import { invoices } from './documents.ts'
import { owner } from './identity.ts'

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
    /** Whose key it is, in the provider's own words once he was asked. */
    accountId: text(),
    /** 'unchecked' until the provider was asked; 'error' when he refused the key, then or later: `problem` says why. */
    status: text().$type<'unchecked' | 'connected' | 'error'>().notNull().default('unchecked'),
    mode: text().$type<'live' | 'test'>(),
    problem: text(),
    checkedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.provider] }),
    check('payment_credentials_status', sql`${t.status} in ('unchecked', 'connected', 'error')`),
    check('payment_credentials_mode', sql`${t.mode} in ('live', 'test')`),
  ],
)

/** Where a provider's account sends its events: an address of ours that nobody can guess, and the secret that signs them. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: owner(),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    accountId: text().notNull(),
    /** The end of its address. */
    token: text().notNull(),
    /** The whole address, as the provider was told it; it is made anew when the server moves. */
    url: text().notNull(),
    /** The provider's own id of it; null until it answered. */
    webhookId: text(),
    keyId: text(),
    /** null where the provider signs with a key of his own. */
    sealedSecret: bytes(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('webhook_endpoints_account_key').on(t.userId, t.provider, t.accountId),
    uniqueIndex('webhook_endpoints_token_key').on(t.token, t.userId),
  ],
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
    /** Who the provider says gets the money, where it says so when the page is made. */
    payee: text(),
    /** How often a capture was begun anew after a definite decline: part of its idempotency key. */
    captureTry: integer().notNull().default(0),
    /** Why it is under review, in words for the owner ... */
    problem: text(),
    /** ... and the money that the provider says came: [{ ref, amount, currency }], amounts in cents. */
    found: jsonb(),
    status: text().$type<'creating' | 'open' | 'pending' | 'paid' | 'expired' | 'failed' | 'review'>().notNull().default('creating'),
    /** When the answer that stands here was asked for: an older one never replaces a newer. */
    askedAt: timestamp({ withTimezone: true }),
    seal: checksum(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('payment_attempts_ref_key').on(t.userId, t.provider, t.accountId, t.ref),
    uniqueIndex('payment_attempts_open_key').on(t.userId, t.invoiceId, t.provider).where(sql`status in ('creating', 'open')`),
    index('payment_attempts_invoice_idx').on(t.userId, t.invoiceId),
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
    /** What went back: refunds, and disputes that were lost. */
    refunded: money().notNull().default(cents(0)),
    /** Where a dispute of it stands; null when there is none. */
    dispute: text().$type<'open' | 'won' | 'lost'>(),
    notes: text(),
    seal: checksum(),
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
    // Figures are sums over all of somebody's payments, or over those of his open invoices: these two hold what the sums need, so that no row is fetched.
    index('payments_invoice_idx').on(t.userId, t.invoiceId, t.status, t.paymentDate, t.id, t.amount, t.provider),
    index('payments_date_idx').on(t.userId, t.paymentDate, t.id, t.amount, t.invoiceId, t.provider).where(sql`status = 'succeeded'`),
    index('payments_attempt_idx').on(t.userId, t.attemptId),
    index('payments_created_idx').on(t.userId, t.createdAt),
    check('payments_amount', sql`${t.amount} > 0 and ${t.refunded} between 0 and ${t.amount}`),
    check('payments_dispute', sql`${t.dispute} in ('open', 'won', 'lost')`),
  ],
)

/** Money that the owner gives back through a provider; its id is part of the idempotency key there. What really went back stands in the payment. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    userId: owner(),
    paymentId: integer().notNull(),
    amount: money().notNull(),
    reason: text(),
    /** 'asking' until the provider answered. */
    status: text().$type<'asking' | 'pending' | 'succeeded' | 'failed'>().notNull().default('asking'),
    /** The provider's id of it. */
    ref: text(),
    /** Why it failed, in words for the owner. */
    problem: text(),
    seal: checksum(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('payment_refunds_payment_idx').on(t.userId, t.paymentId),
    foreignKey({ name: 'payment_refunds_payment_fk', columns: [t.userId, t.paymentId], foreignColumns: [payments.userId, payments.id] }),
    check('payment_refunds_amount', sql`${t.amount} > 0`),
    check('payment_refunds_status', sql`${t.status} in ('asking', 'pending', 'succeeded', 'failed')`),
  ],
)

/**
 * What of a payment went back on which day, refunds and lost disputes alike; negative when it came back. A payment's `refunded` is their sum.
 * The books need the days: a payment of last month that was refunded in this one counts in both.
 */
export const paymentReturns = pgTable(
  'payment_returns',
  {
    id: id(),
    userId: owner(),
    paymentId: integer().notNull(),
    day: calendarDay().notNull(),
    amount: money().notNull(),
    seal: checksum(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('payment_returns_payment_idx').on(t.userId, t.paymentId, t.day, t.amount),
    index('payment_returns_day_idx').on(t.userId, t.day, t.paymentId, t.amount),
    foreignKey({
      name: 'payment_returns_payment_fk',
      columns: [t.userId, t.paymentId],
      foreignColumns: [payments.userId, payments.id],
    }).onDelete('cascade'),
    check('payment_returns_amount', sql`${t.amount} <> 0`),
  ],
)

/** The last comparison of what stands here with what a provider's account says. */
export const paymentChecks = pgTable(
  'payment_checks',
  {
    userId: owner(),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    accountId: text().notNull(),
    checkedAt: timestamp({ withTimezone: true }).notNull(),
    /** How many payments and attempts were compared. */
    compared: integer().notNull(),
    /** Each as the contract has it. */
    differences: jsonb().notNull().default([]),
    /** Why it couldn't be finished, in words for the owner. */
    problem: text(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider] })],
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
