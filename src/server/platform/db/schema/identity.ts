import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytes, id, instants, searchText } from './columns.ts'

const at = () => timestamp({ withTimezone: true })

/** Who uses Billfold. Found by (issuer, subject); an e-mail belongs to one identity. */
export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    /** Whether whoever signs in with it was seen to read what is sent there. Nobody becomes an admin by an address that he only typed. */
    emailVerified: boolean().notNull().default(false),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    /** As the browser said it last. */
    timeZone: text().notNull().default('UTC'),
    /** The one to go by instead, whatever the browser says. */
    chosenTimeZone: text(),
    stripeCustomerId: text(),
    stripeSubscriptionId: text(),
    subscriptionStatus: text().notNull().default('trial'),
    subscriptionPlan: text(),
    trialInvoicesUsed: integer().notNull().default(0),
    /** The product's own account with the card provider that knows the two ids above; 'sandbox' for the stand-in. */
    subscriptionAccount: text(),
    /** Until when it is paid, and when the next payment is due unless it ends before. */
    subscriptionPeriodEnd: at(),
    /** When it ends although it runs today: it was cancelled. */
    subscriptionEndsAt: at(),
    /** Since when a renewal hasn't been paid; null while all is paid. */
    pastDueSince: at(),
    /** How many subscriptions take money at present; more than one is a fault that somebody has to look at. */
    liveSubscriptions: integer().notNull().default(0),
    /** The idempotency key of the subscription that is being opened, and its plan. */
    subscriptionAttemptId: text(),
    subscriptionAttemptPlan: text(),
    subscriptionCheckedAt: at(),
    /** When the provider is asked again, whatever events come or don't. */
    subscriptionNextCheckAt: at(),
    /** What the list of users looks through. */
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

/** The session store's own shape. */
export const sessions = pgTable(
  'sessions',
  { sid: varchar().primaryKey(), sess: json().notNull(), expire: timestamp({ precision: 6 }).notNull() },
  (t) => [index('sessions_expire_idx').on(t.expire), index('sessions_user_idx').on(sql`((${t.sess} ->> 'userId')::int)`)],
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
    /** The second factor's secret, encrypted with the master key; it counts once `totpOnAt` is set. */
    totpKeyId: text(),
    totpSealed: bytes(),
    totpOnAt: at(),
    /** The time step of the last code that was taken: each code is good for one sign-in. */
    totpLastStep: bigint({ mode: 'number' }),
    ...instants,
  },
  (t) => [uniqueIndex('identity_accounts_email_key').on(sql`lower(${t.email})`)],
)

const account = () =>
  text()
    .notNull()
    .references(() => identityAccounts.id, { onDelete: 'cascade' })

/** For whoever lost his second factor: each is good for one sign-in. Kept as hashes. */
export const identityRecoveryCodes = pgTable(
  'identity_recovery_codes',
  { accountId: account(), codeHash: text().notNull(), usedAt: at(), createdAt: at().notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
)

/** Links that were mailed: to confirm an address, or to set a new password. What is kept can't be turned into the link without the server's key. */
export const identityLinks = pgTable(
  'identity_links',
  {
    id: text().primaryKey(),
    accountId: account(),
    purpose: text({ enum: ['confirm-email', 'reset-password'] }).notNull(),
    /** The address that it was sent to, and that becomes the account's when it is confirmed. */
    email: text().notNull(),
    expiresAt: at().notNull(),
    usedAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (t) => [index('identity_links_account_idx').on(t.accountId), index('identity_links_expiry_idx').on(t.expiresAt)],
)

/** What the identity provider keeps between requests: sessions, codes, grants. */
export const identityRecords = pgTable(
  'identity_records',
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull(),
    grantId: text(),
    userCode: text(),
    uid: text(),
    consumedAt: timestamp({ withTimezone: true }),
    expiresAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('identity_records_grant_idx').on(t.grantId),
    index('identity_records_uid_idx').on(t.uid),
    index('identity_records_expiry_idx').on(t.expiresAt),
  ],
)

/** Password attempts, counted per e-mail and per address, so that guessing is slowed on every node alike. */
export const signInAttempts = pgTable('sign_in_attempts', {
  key: text().primaryKey(),
  failures: integer().notNull().default(0),
  blockedUntil: timestamp({ withTimezone: true }),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** Keys that the server makes for itself at first start (signing keys, cookie keys), encrypted with the master key. */
export const serverKeys = pgTable('server_keys', {
  name: text().primaryKey(),
  keyId: text().notNull(),
  sealed: bytes().notNull(),
  ...instants,
})

/** The column of whoever a row belongs to; his rows go with him. */
export const owner = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
