import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { listDays } from '#shared/recurrence.ts'
import { makeInvoice, skipDay } from './run.ts'
import { findComing, getRunAt } from './schedule.ts'
import { lockRow, saveState } from './store.ts'

const ended = () => new AppError(409, 'This recurring invoice has ended. Change its end date first.')

/** A paused or ended one stays as it is. @throws AppError 404 */
export const pause = async (db: UserDb, id: number): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.status !== 'active') return
  await saveState(db, row, { status: 'paused', problem: null, problemSince: null })
  recordEvent(db, { type: 'recurring-invoice', id }, 'paused')
}

/**
 * The days that went by are left out, unless they are asked for; an active one stays as it is. @param missed 'latest': only the newest of
 * them is created; 'all': also a long series @throws AppError 404, 409 for one that has ended
 */
export const resume = async (db: UserDb, id: number, missed: 'all' | 'latest' | 'none', now: Date): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.nextDay === null) throw ended()
  if (row.status === 'active') return
  const coming = findComing(row, row.nextDay, now)
  const next = findFirst(row.nextDay, coming, missed, (from, max) => listDays(row, from, max))
  const isPast = next !== null && next !== coming
  await saveState(db, row, {
    status: next === null ? 'ended' : 'active',
    nextDay: next,
    nextRunAt: next && getRunAt(row, next),
    catchUpThrough: isPast ? addDays(coming ?? listDays(row, next, 10_000).at(-1)!, coming ? -1 : 0) : null,
    problem: null,
    problemSince: null,
  })
  recordEvent(db, { type: 'recurring-invoice', id }, next === null ? 'ended' : 'resumed')
}

const findFirst = (
  nextDay: Day,
  coming: Day | null,
  missed: 'all' | 'latest' | 'none',
  list: (from: Day, max: number) => Day[],
): Day | null => {
  if (missed === 'none' || nextDay === coming) return coming
  if (missed === 'all') return nextDay
  const missedDays = list(nextDay, 10_000).filter((day) => coming === null || day < coming)
  return missedDays.at(-1) ?? coming
}

/** @throws AppError 404, 409 for one that has ended */
export const skipNext = async (db: UserDb, id: number): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.nextDay === null) throw ended()
  await skipDay(db, row, 'Skipped by you')
  recordEvent(db, { type: 'recurring-invoice', id }, 'skipped')
}

/** Its day is done then. @throws AppError 404, 409 for one that has ended, and why none can be created */
export const runNow = async (services: Services, db: UserDb, id: number, now: Date): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.nextDay === null) throw ended()
  await makeInvoice(services, db, row, now)
}
