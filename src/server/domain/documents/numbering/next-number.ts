import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { numberPatternInput } from '#shared/contract/document-numbering.ts'
import type { Day } from '#shared/dates.ts'
import { formatDocumentNumber, getSeries, maxCounter, type NumberPattern } from '#shared/document-numbers.ts'

// Numbers count only if nothing but digits follows the stem. Leading zeros are ignored ('INV-7', 'INV-007'), and so is the case of letters, so the next
// number is higher than all of them and free. Numbers of deleted documents stay taken.
const highestQuery = `
  select max(substring(rest from '[0-9]+$')::int) as highest
  from (select substr(number, length($2) + 1) as rest from documents
    where user_id = $1 and type = $4 and has_number and starts_with(lower(number), lower($2))) stems
  where rest ~ $3`

const highestTaken = async (db: UserDb, type: DocumentType, pattern: NumberPattern, day: Day): Promise<number> => {
  const { stem, openParts } = getSeries(pattern, day)
  const rest = `^${openParts.map(({ length }) => `[0-9]{${length}}-`).join('')}[0-9]{1,8}$`
  const [row] = await db.rows<{ highest: number | null }>(highestQuery, [db.userId, stem, rest, type.name], 'documents.highest-number')
  return row?.highest ?? 0
}

/** A pattern with its starting counter: `startAt` for the numbers that are counted with those of `startDay`; others start at 1. */
type StoredPattern = NumberPattern & { startAt: number; startDay: Day }

export const getNumberPattern = async (db: UserDb, type: DocumentType): Promise<StoredPattern> => {
  const [own] = await db.rows<StoredPattern>(
    `select prefix, date, padding, restart, start_at as "startAt", start_day as "startDay"
     from document_numbering where user_id = $1 and type = $2`,
    [db.userId, type.name],
    'documents.number-pattern',
  )
  return own ?? { ...type.defaultPattern, startAt: 1, startDay: '2000-01-01' as Day }
}

/** The counter continues from `nextCounter`, unless a higher one is taken. */
export const saveNumberPattern = async (
  db: UserDb,
  type: DocumentType,
  pattern: z.output<typeof numberPatternInput>,
  today: Day,
): Promise<void> => {
  await db.rows(
    `insert into document_numbering (user_id, type, prefix, date, padding, restart, start_at, start_day)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, type) do update set prefix = excluded.prefix, date = excluded.date, padding = excluded.padding,
       restart = excluded.restart, start_at = excluded.start_at, start_day = excluded.start_day`,
    [db.userId, type.name, pattern.prefix, pattern.date, pattern.padding, pattern.restart, pattern.nextCounter, today],
  )
}

/** `number` is null when the pattern's last number is taken. */
export const findNextNumber = async (
  db: UserDb,
  type: DocumentType,
  pattern: StoredPattern,
  day: Day,
): Promise<{ counter: number; number: string | null }> => {
  const start = getSeries(pattern, pattern.startDay).stem === getSeries(pattern, day).stem ? pattern.startAt : 1
  const counter = Math.max((await highestTaken(db, type, pattern, day)) + 1, start)
  return counter > maxCounter ? { counter: maxCounter, number: null } : { counter, number: formatDocumentNumber(pattern, day, counter) }
}

/** @param remedy what the user can do */
export const patternExhausted = (type: DocumentType, pattern: NumberPattern, day: Day, path: string, remedy: string): AppError => {
  const last = formatDocumentNumber(pattern, day, maxCounter)
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
