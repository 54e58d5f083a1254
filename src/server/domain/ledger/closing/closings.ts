import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { readBalances, type TrialBalance } from '#server/domain/ledger/books/balances.ts'
import { lockBooks } from '#server/domain/ledger/journal/post.ts'
import { type JournalEntry, readJournal } from '#server/domain/ledger/journal/read-journal.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import type { bookClosing, bookClosings } from '#shared/contract/books.ts'
import { addDays, type Day, formatDay } from '#shared/dates.ts'
import { type Sum, toDecimal } from '#shared/money.ts'
import { allTime, getMonthEnd } from '#shared/periods.ts'
import { bases } from '#shared/reports.ts'

type Closing = z.output<typeof bookClosing>

const columns = `id, through_day as "throughDay", closed_by as "closedBy", closed_at as "closedAt", reopened_at as "reopenedAt", reopened_by as "reopenedBy",
  reason, journal_hash as "journalHash"`
const ownerNameSql = "(select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) from users where id = $1)"

export const readClosedThrough = async (db: UserDb): Promise<Day | null> => {
  const [books] = await db.rows<{ closedThrough: Day | null }>('select closed_through as "closedThrough" from books where user_id = $1', [
    db.userId,
  ])
  return books?.closedThrough ?? null
}

export const listClosings = async (db: UserDb): Promise<z.output<typeof bookClosings>> => {
  const [closedThrough, closings] = await Promise.all([
    readClosedThrough(db),
    db.rows<Closing>(`select ${columns} from book_closings where user_id = $1 order by id desc`, [db.userId]),
  ])
  return { closedThrough, closings }
}

const formatEntry = ({ id, day, eventDay, kind, reversesId, reference, name, description, postings }: JournalEntry) =>
  `${JSON.stringify([id, day, eventDay, kind, reversesId, reference, name, description, postings.map(({ account, customerId, amount }) => [account, customerId, amount])])}\n`

/** Over the hash of the closing before and the entries since. What is closed never changes, so it can be computed again at any time. */
export const computeJournalHash = async (
  db: UserDb,
  before: { throughDay: Day; journalHash: string } | null,
  throughDay: Day,
): Promise<string> => {
  const hash = createHash('sha256').update(before?.journalHash ?? '')
  const range = { from: before ? addDays(before.throughDay, 1) : allTime.from, to: throughDay }
  for (const basis of bases) for await (const entries of readJournal(db, basis, range)) hash.update(entries.map(formatEntry).join(''))
  return hash.digest('hex')
}

/** Amounts by account, without zeros. */
export const formatBalances = (balances: ReadonlyMap<number, Sum>): Record<string, string> =>
  Object.fromEntries(
    [...balances]
      .filter(([, sum]) => sum !== 0n)
      .sort(([a], [b]) => a - b)
      .map(([account, sum]) => [String(account), toDecimal(sum)]),
  )

const computeTrialBalance = async (db: UserDb, day: Day): Promise<TrialBalance> => ({
  accrual: formatBalances(await readBalances(db, 'accrual', day)),
  cash: formatBalances(await readBalances(db, 'cash', day)),
})

const refuse = (message: string): never => {
  throw new AppError(409, message, { issues: [{ path: 'throughDay', message }] })
}

/** Nothing is posted on these days any more. @throws AppError 409 for a day that isn't a month's end, isn't over, or is closed */
export const closeBooks = async (db: UserDb, throughDay: Day, today: Day): Promise<Closing> => {
  if (getMonthEnd(throughDay) !== throughDay) refuse('Books are closed through the last day of a month.')
  if (throughDay >= today) refuse('This month isn’t over yet. Close it from its end on.')
  const { closedThrough } = await lockBooks(db)
  if (closedThrough !== null && throughDay <= closedThrough) refuse(`Your books are closed through ${formatDay(closedThrough)} already.`)
  const before = await readLastClosing(db)
  const [trialBalance, journalHash] = [await computeTrialBalance(db, throughDay), await computeJournalHash(db, before, throughDay)]
  const [closing] = await db.rows<Closing>(
    `insert into book_closings (user_id, through_day, closed_by, trial_balance, journal_hash)
     values ($1, $2, ${ownerNameSql}, $3, $4) returning ${columns}`,
    [db.userId, throughDay, JSON.stringify(trialBalance), journalHash],
  )
  await db.rows('update books set closed_through = $2 where user_id = $1', [db.userId, throughDay])
  recordEvent(db, { type: 'books', id: closing!.id }, 'closed', [{ field: 'Closed through', before: closedThrough, after: throughDay }])
  return closing!
}

const readLastClosing = async (db: UserDb): Promise<Closing | null> =>
  (
    await db.rows<Closing>(
      `select ${columns} from book_closings where user_id = $1 and reopened_at is null order by through_day desc limit 1`,
      [db.userId],
    )
  )[0] ?? null

/** The books are closed through the one before again. @throws AppError 404; 409 for another than the newest, or one that is reopened */
export const reopenBooks = async (db: UserDb, id: number, reason: string): Promise<Closing> => {
  await lockBooks(db)
  const [asked] = await db.rows<Closing>(`select ${columns} from book_closings where user_id = $1 and id = $2`, [db.userId, id])
  if (!asked) throw notFound('Closing')
  if (asked.reopenedAt !== null) throw new AppError(409, 'This closing is reopened already.')
  const newest = await readLastClosing(db)
  if (newest?.id !== id)
    throw new AppError(409, `Only the newest closing can be reopened, the one through ${formatDay(newest!.throughDay)}.`)
  const [closing] = await db.rows<Closing>(
    `update book_closings set reopened_at = now(), reopened_by = ${ownerNameSql}, reason = $3 where user_id = $1 and id = $2 returning ${columns}`,
    [db.userId, id, reason],
  )
  const before = await readLastClosing(db)
  await db.rows('update books set closed_through = $2 where user_id = $1', [db.userId, before?.throughDay ?? null])
  recordEvent(db, { type: 'books', id }, 'reopened', [
    { field: 'Closed through', before: closing!.throughDay, after: before?.throughDay ?? null },
    { field: 'Reason', before: null, after: reason },
  ])
  return closing!
}
