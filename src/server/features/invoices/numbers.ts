import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockPapers } from '#server/platform/paper-lock.ts'
import type { Day } from '#shared/dates.ts'
import { invoiceNumberOf, maxCounter, type NumberPattern, numberStem } from '#shared/invoice-numbers.ts'
import { patternOf } from './numbering.ts'

// What follows the stem counts only when it is nothing but a counter. A number that is told apart from another by its zeros alone ('INV-7',
// 'INV-007') counts as the same: so the next one is above all of them, and free. Deleted invoices' numbers stay taken.
const highest = `
  select max(substring(rest from '[0-9]+$')::int) as highest
  from (select substr(invoice_number, length($2) + 1) as rest from invoices where user_id = $1 and starts_with(invoice_number, $2)) stems
  where rest ~ $3`

const highestTaken = async (db: UserDb, pattern: NumberPattern, year: string): Promise<number> => {
  const allYears = pattern.includeYear && !pattern.restartYearly
  const [row] = await db.rows<{ highest: number | null }>(
    highest,
    [db.userId, allYears ? pattern.prefix : numberStem(pattern, year), allYears ? '^[0-9]{4}-[0-9]{1,8}$' : '^[0-9]{1,8}$'],
    'invoices.highest-number',
  )
  return row?.highest ?? 0
}

/** The next number of a pattern that is free, and its counter; none when the pattern's last number is taken. */
export const nextOf = async (
  db: UserDb,
  pattern: Awaited<ReturnType<typeof patternOf>>,
  today: Day,
): Promise<{ counter: number; invoiceNumber: string | null }> => {
  const year = today.slice(0, 4)
  const restarts = pattern.includeYear && pattern.restartYearly
  const start = restarts && pattern.startYear !== Number(year) ? 1 : pattern.startAt
  const counter = Math.max((await highestTaken(db, pattern, year)) + 1, start)
  return counter > maxCounter
    ? { counter: maxCounter, invoiceNumber: null }
    : { counter, invoiceNumber: invoiceNumberOf(pattern, year, counter) }
}

/** Why a pattern gives no more numbers. @param mend what its owner can do, in words */
export const usedUp = (pattern: NumberPattern, today: Day, path: string, mend: string): AppError => {
  const message = `The invoice number ${invoiceNumberOf(pattern, today.slice(0, 4), maxCounter)} is taken, and no higher one fits. ${mend}`
  return new AppError(409, message, { issues: [{ path, message }] })
}

/**
 * The next number of the user's pattern that is free.
 * @throws AppError 409 when the pattern's last number is taken
 */
export const nextInvoiceNumber = async (db: UserDb, today: Day): Promise<string> => {
  const pattern = await patternOf(db)
  const { invoiceNumber } = await nextOf(db, pattern, today)
  if (invoiceNumber === null)
    throw usedUp(pattern, today, 'invoiceNumber', 'Choose another prefix for your invoice numbers, or type a number.')
  return invoiceNumber
}

/**
 * The next number, taken under the user's lock: whoever creates at the same moment waits and gets the one after it.
 * @throws AppError 409 when the pattern's last number is taken
 */
export const drawInvoiceNumber = async (db: UserDb, today: Day): Promise<string> => {
  await lockPapers(db)
  return nextInvoiceNumber(db, today)
}
