import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { manualEntries } from './books.ts'
import { amount, at, bytes, calendarDay, decimal, id, instants, int8, notArchived, version } from './columns.ts'
import { documents } from './documents.ts'
import { owner } from './identity.ts'

/** A business's credential with a payment provider; secrets are encrypted. */
export const paymentCredentials = pgTable(
  'payment_credentials',
  {
    userId: owner(),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    keyId: notArchived('belongs to a key, and keys are in no archive', text().notNull()),
    sealedSecret: notArchived('belongs to a key, and keys are in no archive', bytes().notNull()),
    /** Its last characters, for display. */
    secretLast4: notArchived('belongs to a key, and keys are in no archive', text()),
    /** The provider's account that the key belongs to, once it was fetched. */
    accountId: text(),
    /** 'unchecked' until the provider was called; 'error' when it refused the key, then or later; `problem` has the reason. */
    status: text().$type<'unchecked' | 'connected' | 'error'>().notNull().default('unchecked'),
    mode: text().$type<'live' | 'test'>(),
    problem: text(),
    checkedAt: at(),
    version: version(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.provider] }),
    check('payment_credentials_status', sql`${t.status} in ('unchecked', 'connected', 'error')`),
    check('payment_credentials_mode', sql`${t.mode} in ('live', 'test')`),
  ],
)

/** A webhook of a provider's account: an unguessable URL of this server, and the secret that signs its events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: notArchived('an address that must stay unknown, and the secret that signs what comes there', owner()),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    accountId: text().notNull(),
    /** The last part of its URL. */
    token: text().notNull(),
    /** The full URL that is registered with the provider; it is registered again when the server's address changes. */
    url: text().notNull(),
    /** The provider's id of it; null until the provider has answered. */
    webhookId: text(),
    keyId: text(),
    /** null where the provider signs with a key of its own. */
    sealedSecret: bytes(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('webhook_endpoints_account_key').on(t.userId, t.provider, t.accountId),
    uniqueIndex('webhook_endpoints_token_key').on(t.token, t.userId),
  ],
)

/** An attempt to collect an invoice's balance with a provider; `id` is also the idempotency key of its creation there. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    userId: owner(),
    id: text().notNull(),
    documentId: int8().notNull(),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    accountId: text().notNull(),
    /** The provider's id of the session or order; null until the provider has answered. */
    ref: text(),
    url: notArchived("the provider's page, where anyone with the address can pay", text()),
    amount: amount().notNull(),
    currency: text().notNull().default('usd'),
    documentVersion: notArchived('counts saves, so that a stale one can be refused', integer().notNull()),
    /** The recipient of the money, if the provider reports it when the page is created. */
    payee: text(),
    /** How often the capture was repeated after a definite decline; part of its idempotency key. */
    captureTry: notArchived('counts the calls of a capture', integer().notNull().default(0)),
    /** Stripe's id of the customer whose saved card is charged without a checkout; null for checkouts. */
    customerRef: notArchived('stands with the saved card', text()),
    /** Why it is under review or was declined, as text for the owner ... */
    problem: text(),
    /** ... and the money that the provider reports: [{ ref, amount, currency }], amounts as decimal text. */
    found: jsonb(),
    status: text().$type<'creating' | 'open' | 'pending' | 'paid' | 'expired' | 'failed' | 'review'>().notNull().default('creating'),
    /** The customer's consent to save the card that pays: { words, at, maxAmount }; null for none. */
    cardConsent: jsonb(),
    /** How a saved card was declined: for now, for good, or because its bank wants the customer to confirm. */
    decline: text().$type<'soft' | 'hard' | 'authentication'>(),
    /** When the stored provider status was requested: an older status never replaces a newer one. */
    askedAt: notArchived('when the server asked last', at()),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('payment_attempts_ref_key').on(t.userId, t.provider, t.accountId, t.ref),
    uniqueIndex('payment_attempts_open_key').on(t.userId, t.documentId, t.provider).where(sql`status in ('creating', 'open')`),
    index('payment_attempts_document_idx').on(t.userId, t.documentId),
    foreignKey({
      name: 'payment_attempts_document_fk',
      columns: [t.userId, t.documentId],
      foreignColumns: [documents.userId, documents.id],
    }),
    check('payment_attempts_amount', sql`${t.amount} > 0`),
  ],
)

/** A payment: received through a provider, or recorded by the owner. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    userId: owner(),
    documentId: int8().notNull(),
    /** The first of the payments that are parts of one transfer for several invoices; null for one that came alone. */
    transferId: int8(),
    /** The entry of unassigned money that it was before; undone, it is unassigned again. */
    unassignedEntryId: int8(),
    /** The credit note of the discount for early payment that it took; undone, the note is voided. */
    creditNoteId: int8(),
    attemptId: text(),
    amount: amount().notNull(),
    currency: text().notNull().default('usd'),
    paymentDate: calendarDay().notNull(),
    paymentMethod: text().notNull(),
    /** 'stripe', 'paypal' or 'manual'. */
    provider: text().notNull(),
    /** The provider's id of the charge or capture: the same payment is never recorded twice. */
    chargeRef: text(),
    stripePaymentIntentId: text(),
    stripeChargeId: text(),
    status: text().$type<'pending' | 'succeeded' | 'failed' | 'voided'>().notNull().default('pending'),
    /** The returned amount: refunds and lost disputes. */
    refunded: amount().notNull().default(sql`0.00`),
    /** What the provider kept of it; null until the provider has said it, and for payments recorded by hand. */
    fee: amount(),
    /** What the money was worth in the home currency when it came; null where that is its currency, as are the columns after it. */
    homeAmount: amount(),
    /** Units of the home currency per unit of its currency, and where the rate comes from. */
    exchangeRate: decimal(),
    rateSource: text().$type<'typed' | 'file' | 'ecb' | 'provider' | 'document'>(),
    /** The state of its dispute; null when there is none. */
    dispute: text().$type<'open' | 'won' | 'lost'>(),
    notes: text(),
    createdAt: instants.createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    unique('payments_charge_key').on(t.userId, t.provider, t.chargeRef),
    foreignKey({
      name: 'payments_unassigned_entry_fk',
      columns: [t.userId, t.unassignedEntryId],
      foreignColumns: [manualEntries.userId, manualEntries.id],
    }),
    foreignKey({ name: 'payments_credit_note_fk', columns: [t.userId, t.creditNoteId], foreignColumns: [documents.userId, documents.id] }),
    foreignKey({ name: 'payments_document_fk', columns: [t.userId, t.documentId], foreignColumns: [documents.userId, documents.id] }),
    foreignKey({
      name: 'payments_attempt_fk',
      columns: [t.userId, t.attemptId],
      foreignColumns: [paymentAttempts.userId, paymentAttempts.id],
    }),
    // Reports sum all payments of a user, or those of the user's open invoices: these two indexes cover the sums (index-only scans).
    index('payments_document_idx').on(t.userId, t.documentId, t.status, t.paymentDate, t.id, t.amount, t.refunded, t.provider),
    index('payments_date_idx').on(t.userId, t.paymentDate, t.id, t.amount, t.documentId, t.provider).where(sql`status = 'succeeded'`),
    index('payments_attempt_idx').on(t.userId, t.attemptId),
    index('payments_transfer_idx').on(t.userId, t.transferId).where(sql`transfer_id is not null`),
    index('payments_created_idx').on(t.userId, t.createdAt),
    check('payments_amount', sql`${t.amount} > 0 and ${t.refunded} between 0 and ${t.amount}`),
    check('payments_fee', sql`${t.fee} >= 0`),
    check(
      'payments_home',
      sql`${t.homeAmount} >= 0 and ${t.exchangeRate} > 0 and ${t.rateSource} in ('typed', 'file', 'ecb', 'provider', 'document')
        and (${t.homeAmount} is null) = (${t.exchangeRate} is null) and (${t.homeAmount} is null) = (${t.rateSource} is null)`,
    ),
    check('payments_dispute', sql`${t.dispute} in ('open', 'won', 'lost')`),
  ],
)

/** A refund by the owner through a provider; its id is part of the idempotency key there. The amount that was actually returned is in the payment. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    userId: owner(),
    paymentId: int8().notNull(),
    amount: amount().notNull(),
    /** When the money was given back by hand; null for a provider's refund. */
    day: calendarDay(),
    reason: text(),
    /** 'asking' until the provider has answered. */
    status: text().$type<'asking' | 'pending' | 'succeeded' | 'failed'>().notNull().default('asking'),
    /** The provider's id of the refund. */
    ref: text(),
    /** Why it failed, as text for the owner. */
    problem: text(),
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

/** The last reconciliation of the recorded payments with a provider's account. */
export const paymentChecks = pgTable(
  'payment_checks',
  {
    userId: owner(),
    provider: text().$type<'stripe' | 'paypal'>().notNull(),
    accountId: text().notNull(),
    checkedAt: at().notNull(),
    /** How many payments and attempts were compared. */
    compared: integer().notNull(),
    /** Each as in the contract. */
    differences: jsonb().notNull().default([]),
    /** Why it could not be completed, as text for the owner. */
    problem: text(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider] })],
)

/** Provider events that were received, so that each is handled once. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    userId: notArchived('notes that a message was handled; what it said of money stands in payments.json', owner()),
    endpointId: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    receivedAt: at().notNull().defaultNow(),
    handledAt: at(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.endpointId, t.eventId] })],
)
