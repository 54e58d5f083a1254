import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, id, notArchived } from './columns.ts'
import { owner } from './identity.ts'

/** The security events of an account: sign-ins, refused sign-ins, changed secrets. Insert-only. */
export const securityEvents = pgTable(
  'security_events',
  {
    userId: owner(),
    id: id(),
    at: at().notNull().defaultNow(),
    /** 'signed_in', 'password_changed', ...: the contract lists them. */
    kind: text().notNull(),
    /** The IP address; null for actions of the server itself. */
    address: text(),
    userAgent: text(),
    /** For example the name of a provider or a token. Never a secret or a part of one. */
    detail: jsonb().$type<Record<string, string | number | null>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('security_events_at_idx').on(t.userId, t.at)],
)

/** API tokens of users. The token is shown once and stored as a hash. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    userId: owner(),
    id: id(),
    name: text().notNull(),
    /** SHA-256 of the token, in base64url. */
    hash: notArchived('made of the token, and keys are in no archive', text().notNull()),
    lastFour: text().notNull(),
    /** Its scopes, such as 'invoices:read'; the contract lists them. */
    scopes: text().array().notNull(),
    createdAt: at().notNull().defaultNow(),
    /** Null for a token that does not expire. */
    expiresAt: at(),
    /** Updated at most once per interval. */
    lastUsedAt: at(),
    lastUsedFrom: text(),
    revokedAt: at(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), uniqueIndex('api_tokens_hash_key').on(t.userId, t.hash)],
)

/** The counters of the rate limits, for all nodes together. The table is unlogged (see its migration): a crash of the server may empty it. */
export const rateCounts = pgTable(
  'rate_counts',
  {
    /** What is limited, and for which user or address; addresses are keyed hashes. */
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: at().notNull(),
  },
  (t) => [index('rate_counts_end_idx').on(t.endsAt)],
)
