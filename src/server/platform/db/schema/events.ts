import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RecordKind } from '#shared/record-types.ts'
import { at, id, int8, notArchived } from './columns.ts'
import { owner } from './identity.ts'

/**
 * The event log: a row for each change of a record, written in the transaction of the change. It is the history of the records and the source of Recent
 * Activity. Append-only: the app's role may insert and select.
 */
export const events = pgTable(
  'events',
  {
    userId: owner(),
    id: id(),
    at: at().notNull().defaultNow(),
    /** 'created', 'edited', 'sent', 'viewed', ...: the contract lists them. */
    kind: text().notNull(),
    /** The actor's name, as displayed. */
    actor: text().notNull(),
    /** [{ field, before, after }] as displayed text. */
    changes: jsonb().notNull().default([]),
    subjectId: int8().notNull(),
    subjectType: notArchived(
      'each type of document has a file of its own',
      text().$type<RecordKind | 'tax-rate' | 'recurring-invoice' | 'profile' | 'books' | 'account'>().notNull(),
    ),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('events_subject_idx').on(t.userId, t.subjectType, t.subjectId, t.id),
    // The kinds that Recent Activity lists: an account has many more events of other kinds, such as an import's.
    index('events_activity_idx')
      .on(t.userId, t.id)
      .where(
        sql`kind in ('sent', 'viewed', 'accepted', 'declined', 'refunded', 'refund failed', 'refund undone', 'disputed', 'dispute won', 'dispute lost',
          'payment questioned')`,
      ),
  ],
)
