import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { id } from './columns.ts'
import { owner } from './identity.ts'

const at = () => timestamp({ withTimezone: true })

/** What happened to an account that its owner would want to know of: sign-ins, refused ones, changed secrets. Only ever added to. */
export const securityEvents = pgTable(
  'security_events',
  {
    userId: owner(),
    id: id(),
    at: at().notNull().defaultNow(),
    /** 'signed_in', 'password_changed', ...: the contract lists them. */
    kind: text().notNull(),
    /** Where it came from; null for what the server did by itself. */
    address: text(),
    userAgent: text(),
    /** What it was about: a provider's name, a token's. Never a secret, nor a part of one. */
    detail: jsonb().$type<Record<string, string | number | null>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('security_events_at_idx').on(t.userId, t.at)],
)

/** Keys by which programs use the API for a user. The token itself is shown once, and kept as a hash. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    userId: owner(),
    id: id(),
    name: text().notNull(),
    /** SHA-256 of the token, in base64url. */
    hash: text().notNull(),
    lastFour: text().notNull(),
    /** What it may do: 'invoices:read', ...: the contract lists them. */
    scopes: text().array().notNull(),
    createdAt: at().notNull().defaultNow(),
    /** Null for one that doesn't end by itself. */
    expiresAt: at(),
    /** Written at most once in a while. */
    lastUsedAt: at(),
    lastUsedFrom: text(),
    revokedAt: at(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), uniqueIndex('api_tokens_hash_key').on(t.userId, t.hash)],
)

/** How often something was asked for within a window of time, counted for all nodes together. A crash may forget it: the migration makes it unlogged. */
export const rateCounts = pgTable(
  'rate_counts',
  {
    /** What is limited, and for whom; addresses stand in it as keyed hashes. */
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: at().notNull(),
  },
  (t) => [index('rate_counts_end_idx').on(t.endsAt)],
)
