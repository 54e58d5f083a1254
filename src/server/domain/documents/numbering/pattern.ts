import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { numberPatternInput } from '#shared/contract/document-numbering.ts'
import type { Day } from '#shared/dates.ts'
import type { NumberPattern } from '#shared/document-numbers.ts'

/** A pattern with its starting counter: `startAt` in `startYear`, and in later years too unless the pattern restarts. */
type StoredPattern = NumberPattern & { startAt: number; startYear: number }

export const getNumberPattern = async (db: UserDb, type: DocumentType): Promise<StoredPattern> => {
  const [own] = await db.rows<StoredPattern>(
    `select prefix, include_year as "includeYear", padding, restart_yearly as "restartYearly", start_at as "startAt", start_year as "startYear"
     from document_numbering where user_id = $1 and type = $2`,
    [db.userId, type.name],
    'documents.number-pattern',
  )
  return own ?? { ...type.defaultPattern, startAt: 1, startYear: 0 }
}

/** The counter continues from `nextCounter`, unless a higher one is taken. */
export const saveNumberPattern = async (
  db: UserDb,
  type: DocumentType,
  pattern: z.output<typeof numberPatternInput>,
  today: Day,
): Promise<void> => {
  await db.rows(
    `insert into document_numbering (user_id, type, prefix, include_year, padding, restart_yearly, start_at, start_year)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, type) do update set prefix = excluded.prefix, include_year = excluded.include_year, padding = excluded.padding,
       restart_yearly = excluded.restart_yearly, start_at = excluded.start_at, start_year = excluded.start_year`,
    [
      db.userId,
      type.name,
      pattern.prefix,
      pattern.includeYear,
      pattern.padding,
      pattern.restartYearly,
      pattern.nextCounter,
      Number(today.slice(0, 4)),
    ],
  )
}
