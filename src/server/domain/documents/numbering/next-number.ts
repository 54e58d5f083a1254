import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { numberPatternInput } from '#shared/contract/document-numbering.ts'
import type { Day } from '#shared/dates.ts'
import { formatDocumentNumber, getNumberStem, maxCounter, type NumberPattern } from '#shared/document-numbers.ts'

// Numbers count only if nothing but digits follows the stem. Leading zeros are ignored ('INV-7', 'INV-007'), so the next number is higher than all of
// them and free. Numbers of deleted documents stay taken.
const highestQuery = `
  select max(substring(rest from '[0-9]+$')::int) as highest
  from (select substr(number, length($2) + 1) as rest from documents where user_id = $1 and type = $4 and starts_with(number, $2)) stems
  where rest ~ $3`

const highestTaken = async (db: UserDb, type: DocumentType, pattern: NumberPattern, year: string): Promise<number> => {
  const allYears = pattern.includeYear && !pattern.restartYearly
  const [row] = await db.rows<{ highest: number | null }>(
    highestQuery,
    [db.userId, allYears ? pattern.prefix : getNumberStem(pattern, year), allYears ? '^[0-9]{4}-[0-9]{1,8}$' : '^[0-9]{1,8}$', type.name],
    'documents.highest-number',
  )
  return row?.highest ?? 0
}

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

/** `number` is null when the pattern's last number is taken. */
export const findNextNumber = async (
  db: UserDb,
  type: DocumentType,
  pattern: Awaited<ReturnType<typeof getNumberPattern>>,
  day: Day,
): Promise<{ counter: number; number: string | null }> => {
  const year = day.slice(0, 4)
  const restarts = pattern.includeYear && pattern.restartYearly
  const start = restarts && pattern.startYear !== Number(year) ? 1 : pattern.startAt
  const counter = Math.max((await highestTaken(db, type, pattern, year)) + 1, start)
  return counter > maxCounter ? { counter: maxCounter, number: null } : { counter, number: formatDocumentNumber(pattern, year, counter) }
}

/** @param remedy what the user can do */
export const patternExhausted = (type: DocumentType, pattern: NumberPattern, day: Day, path: string, remedy: string): AppError => {
  const last = formatDocumentNumber(pattern, day.slice(0, 4), maxCounter)
  const message = `The ${type.noun} number ${last} is taken, and no higher one fits. ${remedy}`
  return new AppError(409, message, { issues: [{ path, message }] })
}

/** @param day that of the document @throws AppError 409 when the pattern's last number is taken */
export const getNextNumber = async (db: UserDb, type: DocumentType, day: Day): Promise<string> => {
  const pattern = await getNumberPattern(db, type)
  const { number } = await findNextNumber(db, type, pattern, day)
  if (number === null)
    throw patternExhausted(type, pattern, day, type.numberField, `Choose another prefix for your ${type.noun} numbers, or type a number.`)
  return number
}

/** Under the document lock, so that concurrent creations get consecutive numbers. @throws AppError 409 as `getNextNumber` */
export const drawNumber = async (db: UserDb, type: DocumentType, day: Day): Promise<string> => {
  await lockDocuments(db)
  return getNextNumber(db, type, day)
}
