import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NumberPattern } from '#shared/document-numbers.ts'
import type { DocumentKind } from '#shared/record-types.ts'
import { calendarDay, notArchived } from './columns.ts'
import { owner } from './identity.ts'

/** A user's numbering pattern for one type of document; without a row the default pattern applies. */
export const documentNumbering = pgTable(
  'document_numbering',
  {
    userId: owner(),
    type: notArchived('each type has a file of its own', text().$type<DocumentKind>().notNull()),
    prefix: text().notNull(),
    date: text().$type<NumberPattern['date']>().notNull(),
    padding: integer().notNull(),
    restart: text().$type<NumberPattern['restart']>().notNull(),
    /** The counter starts at this number at the earliest ... */
    startAt: integer().notNull().default(1),
    /** ... among those that are counted with the numbers of this day. */
    startDay: calendarDay().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.type] }),
    check('document_numbering_type', sql`${t.type} in ('invoice', 'estimate', 'credit-note')`),
    check('document_numbering_padding', sql`${t.padding} between 1 and 8 and ${t.startAt} >= 1`),
    check(
      'document_numbering_date',
      sql`${t.date} in ('none', 'YYYY', 'YY', 'YYYY-MM', 'YY-MM') and ${t.restart} in ('never', 'year', 'month')`,
    ),
  ],
)
