import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { id, instants } from './columns.ts'
import { owner } from './identity.ts'

const at = () => timestamp({ withTimezone: true })

/** Where the card provider sends the events of the product's own account. The secret stands among the server's keys. */
export const billingWebhooks = pgTable('billing_webhooks', {
  accountId: text().primaryKey(),
  url: text().notNull(),
  webhookId: text(),
  ...instants,
})

/** Events of the product's own account that were taken: each counts once. */
export const billingEvents = pgTable(
  'billing_events',
  { eventId: text().primaryKey(), type: text().notNull(), receivedAt: at().notNull().defaultNow() },
  (t) => [index('billing_events_received_idx').on(t.receivedAt)],
)

/** What the admin looked at. Only ever added to; it outlives the people that it names. */
export const adminLookups = pgTable(
  'admin_lookups',
  {
    id: id().primaryKey(),
    adminId: integer().notNull(),
    adminEmail: text().notNull(),
    /** 'users.list', 'users.stats', ... */
    what: text().notNull(),
    /** What was asked for, and how many came. */
    detail: jsonb().$type<Record<string, string | number | null>>().notNull().default({}),
    address: text().notNull(),
    at: at().notNull().defaultNow(),
  },
  (t) => [index('admin_lookups_at_idx').on(t.at)],
)

/** Archives of everything that a user has, and how far each has come. */
export const dataExports = pgTable(
  'data_exports',
  {
    userId: owner(),
    id: id(),
    state: text({ enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    filesTotal: integer().notNull(),
    filesDone: integer().notNull().default(0),
    /** Of the archive, as far as it was sent. */
    bytesSent: bigint({ mode: 'number' }).notNull().default(0),
    ...instants,
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('data_exports_user_idx').on(t.userId, t.createdAt)],
)

/** Files of people who deleted their account, until the object store has let go of them. */
export const filesToRemove = pgTable('files_to_remove', {
  key: text().primaryKey(),
  queuedAt: at().notNull().defaultNow(),
})
