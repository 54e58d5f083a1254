import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, id, instants, int8, notArchived } from './columns.ts'
import { owner } from './identity.ts'

/** The webhooks of the product's own Stripe account. Their secrets are among the server's keys. */
export const billingWebhooks = pgTable('billing_webhooks', {
  accountId: text().primaryKey(),
  url: text().notNull(),
  webhookId: text(),
  ...instants,
})

/** Events of the product's own Stripe account that were received, so that each is handled once. */
export const billingEvents = pgTable(
  'billing_events',
  { eventId: text().primaryKey(), type: text().notNull(), receivedAt: at().notNull().defaultNow() },
  (t) => [index('billing_events_received_idx').on(t.receivedAt)],
)

/** The admin's audit log. Insert-only; rows stay when their users are deleted. */
export const adminLookups = pgTable(
  'admin_lookups',
  {
    id: id().primaryKey(),
    adminId: int8().notNull(),
    adminEmail: text().notNull(),
    /** 'users.list', 'users.stats', ... */
    what: text().notNull(),
    /** The query, and the number of results. */
    detail: jsonb().$type<Record<string, string | number | null>>().notNull().default({}),
    address: text().notNull(),
    at: at().notNull().defaultNow(),
  },
  (t) => [index('admin_lookups_at_idx').on(t.at)],
)

/** Exports of all data of a user, and their progress. */
export const dataExports = pgTable(
  'data_exports',
  {
    userId: notArchived('how far archives have come', owner()),
    id: id(),
    state: text({ enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    filesTotal: integer().notNull(),
    filesDone: integer().notNull().default(0),
    /** Bytes of the archive that were sent so far. */
    bytesSent: int8().notNull().default(0),
    ...instants,
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('data_exports_user_idx').on(t.userId, t.createdAt)],
)

/** Files of deleted accounts, until they are removed from the object store. */
export const filesToRemove = pgTable('files_to_remove', {
  key: text().primaryKey(),
  queuedAt: at().notNull().defaultNow(),
})
