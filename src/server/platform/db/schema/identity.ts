import { sql } from 'drizzle-orm'
import { index, integer, json, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { bytes, id, instants } from './columns.ts'

/** Who uses Billfold. Found by (issuer, subject); an e-mail belongs to one identity. */
export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
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
    ...instants,
  },
  (t) => [uniqueIndex('users_identity_key').on(t.issuer, t.subject), uniqueIndex('users_email_key').on(sql`lower(${t.email})`)],
)

/** The session store's own shape. */
export const sessions = pgTable(
  'sessions',
  { sid: varchar().primaryKey(), sess: json().notNull(), expire: timestamp({ precision: 6 }).notNull() },
  (t) => [index('sessions_expire_idx').on(t.expire)],
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
    ...instants,
  },
  (t) => [uniqueIndex('identity_accounts_email_key').on(sql`lower(${t.email})`)],
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
