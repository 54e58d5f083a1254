import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RecordKind } from '#shared/record-types.ts'
import { amount, calendarDay, int8, notArchived } from './columns.ts'
import { owner } from './identity.ts'

/** The search index: a row for each invoice, estimate, credit note, customer, item and expense that is not deleted, written with the record. */
export const searchEntries = pgTable(
  'search_entries',
  {
    userId: notArchived('made of the records, for searching', owner()),
    kind: text().$type<RecordKind>().notNull(),
    recordId: int8().notNull(),
    /** Number, name or description, as displayed ... */
    title: text().notNull(),
    /** ... and the customer, or another detail. */
    subtitle: text(),
    /** All searched text; see `domain/search/body.ts`. */
    body: text().notNull(),
    amount: amount(),
    day: calendarDay(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.recordId] })],
)

/** The words in a user's entries: a search term that matches none of them is replaced by the most similar word. */
export const searchWords = pgTable(
  'search_words',
  { userId: notArchived('made of the records, for searching', owner()), word: text().notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.word] })],
)
