import { sql } from 'drizzle-orm'
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { at, bytes, id, instants, int8, notArchived, searchText } from './columns.ts'

/** The users of Billfold, identified by (issuer, subject). An email address belongs to one identity. */
export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    /** Whether the user has confirmed the address. An unconfirmed address never makes a user the admin. */
    emailVerified: boolean().notNull().default(false),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    /** As the browser reported it last. */
    timeZone: text().notNull().default('UTC'),
    /** Overrides the browser's time zone. */
    chosenTimeZone: text(),
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    subscriptionStatus: text().notNull().default('trial'),
    subscriptionPlan: text(),
    trialInvoicesUsed: integer().notNull().default(0),
    /** The product's own Stripe account to which the two ids above belong; 'sandbox' for the simulator. */
    subscriptionAccount: text(),
    /** The end of the paid period; the next payment is due then, unless the subscription ends before. */
    subscriptionPeriodEnd: at(),
    /** When a canceled subscription ends. */
    subscriptionEndsAt: at(),
    /** Since when a renewal is unpaid; null while all is paid. */
    pastDueSince: at(),
    /** The number of active subscriptions; more than one is an error that the operator must resolve. */
    liveSubscriptions: integer().notNull().default(0),
    /** The idempotency key and the plan of the subscription that is being created. */
    subscriptionAttemptId: notArchived('the key of a call that is under way', text()),
    subscriptionAttemptPlan: notArchived('belongs to that call', text()),
    subscriptionCheckedAt: notArchived('when the server looked last', at()),
    /** When the subscription is fetched again, even without an event. */
    subscriptionNextCheckAt: notArchived('when the server looks next', at()),
    /** For the search in the list of users. */
    searchText: searchText('email', "coalesce(first_name, '') || ' ' || coalesce(last_name, '')"),
    ...instants,
  },
  (t) => [
    uniqueIndex('users_identity_key').on(t.issuer, t.subject),
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    uniqueIndex('users_stripe_customer_key').on(t.stripeCustomerId),
    index('users_created_idx').on(t.createdAt, t.id),
    index('users_next_check_idx').on(t.subscriptionNextCheckAt).where(sql`${t.subscriptionNextCheckAt} is not null`),
  ],
)

/** As the session store prescribes. */
export const sessions = pgTable(
  'sessions',
  { sid: varchar().primaryKey(), sess: json().notNull(), expire: timestamp({ precision: 6 }).notNull() },
  (t) => [index('sessions_expire_idx').on(t.expire), index('sessions_user_idx').on(sql`((${t.sess} ->> 'userId')::bigint)`)],
)

/** Accounts of the bundled identity provider. */
export const identityAccounts = pgTable(
  'identity_accounts',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    emailVerifiedAt: at(),
    /** The TOTP secret, encrypted with the master key; active once `totpOnAt` is set. */
    totpKeyId: text(),
    totpSealed: bytes(),
    totpOnAt: at(),
    /** The time step of the last accepted code: each code is valid for one sign-in. */
    totpLastStep: int8(),
    ...instants,
  },
  (t) => [uniqueIndex('identity_accounts_email_key').on(sql`lower(${t.email})`)],
)

const account = () =>
  text()
    .notNull()
    .references(() => identityAccounts.id, { onDelete: 'cascade' })

/** Recovery codes for a lost second factor, stored as hashes; each is valid for one sign-in. */
export const identityRecoveryCodes = pgTable(
  'identity_recovery_codes',
  { accountId: account(), codeHash: text().notNull(), usedAt: at(), createdAt: at().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
)

/** Emailed links that confirm an address or set a new password. The link cannot be derived from the row without the server's key. */
export const identityLinks = pgTable(
  'identity_links',
  {
    id: text().primaryKey(),
    accountId: account(),
    purpose: text({ enum: ['confirm-email', 'reset-password'] }).notNull(),
    /** The address that it was sent to; it becomes the account's when it is confirmed. */
    email: text().notNull(),
    expiresAt: at().notNull(),
    usedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [index('identity_links_account_idx').on(t.accountId), index('identity_links_expiry_idx').on(t.expiresAt)],
)

/** The state of the identity provider: sessions, codes, grants. */
export const identityRecords = pgTable(
  'identity_records',
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull(),
    grantId: text(),
    userCode: text(),
    uid: text(),
    consumedAt: at(),
    expiresAt: at(),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('identity_records_grant_idx').on(t.grantId),
    index('identity_records_uid_idx').on(t.uid),
    index('identity_records_expiry_idx').on(t.expiresAt),
  ],
)

/** Password attempts per email and per IP address, for rate limits across all nodes. */
export const signInAttempts = pgTable('sign_in_attempts', {
  key: text().primaryKey(),
  failures: integer().notNull().default(0),
  blockedUntil: at(),
  updatedAt: at().notNull().defaultNow(),
})

/** Keys that the server generates at its first start (signing keys, cookie keys), encrypted with the master key. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  keyId: text().notNull(),
  sealed: bytes().notNull(),
  ...instants,
})

/** The user that a row belongs to; deleting the user deletes the row. */
export const owner = () =>
  int8()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
