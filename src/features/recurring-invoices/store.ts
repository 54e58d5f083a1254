import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { defineSchedule } from '#server/domain/schedules/schedule.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { recurringInvoices as table } from '#server/platform/db/schema/recurring.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { announceSubject, recordEvent } from '#server/platform/records/event-log.ts'
import { updateVersioned } from '#server/platform/records/versioned-update.ts'
import {
  type ListedRecurringInvoice,
  maxRecurringInvoices,
  type RecurringContent,
  type RecurringInvoice,
  type RecurringInvoiceInput,
  type RecurringInvoiceUpdate,
  type StoredContent,
} from '#shared/contract/recurring-invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { listDays, type Recurrence } from '#shared/recurrence.ts'
import { toInstant } from '#shared/zoned-time.ts'
import { computeTotal, followPrices, readContents, saveContent, toStoredContent } from './contents.ts'

export const recurringSchedule = defineSchedule(
  { run: 'recurring-invoices.run', problem: 'recurring-invoices.problem' },
  { recurringId: z.int() },
)

type Schedule = Recurrence & { time: string; timeZone: string }

export const getRunAt = ({ time, timeZone }: Schedule, day: Day): Date => toInstant(day, time, timeZone)

export const findNext = (schedule: Schedule, from: Day): { nextDay: Day | null; nextRunAt: Date | null } => {
  const [nextDay = null] = listDays(schedule, from, 1)
  return { nextDay, nextRunAt: nextDay && getRunAt(schedule, nextDay) }
}

export const listDue = (schedule: Schedule, from: Day, now: Date, max: number): Day[] => {
  const due: Day[] = []
  for (const day of listDays(schedule, from, max)) {
    if (getRunAt(schedule, day) > now) break
    due.push(day)
  }
  return due
}

export const findComing = (schedule: Schedule, from: Day, now: Date): Day | null => {
  // Zones are less than two days apart, so days that are that old have begun everywhere.
  const recent = addDays(now.toISOString().slice(0, 10) as Day, -2)
  return listDays(schedule, from > recent ? from : recent, 20).find((day) => getRunAt(schedule, day) > now) ?? null
}

type Row = Omit<ListedRecurringInvoice, 'firstLine' | 'total' | 'currency'> & { catchUpThrough: Day | null; problemSince: Date | null }

const selectRows = `
  select r.id, r.version, r.customer_id as "customerId", c.name as "customerName", r.start_day as "startDay", r.frequency, r.every,
         r.on_days as "onDays", r.until_day as "untilDay", r.max_count as "maxCount", r.time, r.time_zone as "timeZone", r.due_days as "dueDays",
         r.sends_invoices as "sendsInvoices", r.charges_saved_card as "chargesSavedCard", r.status, r.next_day as "nextDay", r.next_run_at as "nextRunAt", r.catch_up_through as "catchUpThrough",
         r.problem, r.problem_since as "problemSince",
         (select count(*)::int from recurring_runs n where n.user_id = $1 and n.recurring_id = r.id and n.outcome = 'made') as "madeCount"
  from recurring_invoices r join customers c on c.user_id = $1 and c.id = r.customer_id
  where r.user_id = $1`

const orNull = (error: unknown): null => {
  if (error instanceof AppError) return null
  throw error
}

/** The total is null where an item or a tax rate was deleted. */
const withContent = async (db: UserDb, row: Row, stored: StoredContent): Promise<RecurringInvoice> => {
  const content = (await followPrices(db, stored).catch(orNull)) ?? stored
  const total = await computeTotal(db, stored).catch(orNull)
  const { catchUpThrough: _, problemSince: __, ...shown } = row
  return { ...shown, firstLine: content.lineItems[0]!.description, total, currency: content.currency, content }
}

type Filter = { status?: Row['status'] | undefined; customerId?: number | undefined }

export const listRecurringInvoices = async (db: UserDb, { status, customerId }: Filter): Promise<ListedRecurringInvoice[]> => {
  const rows = await db.rows<Row>(
    `${selectRows} and ($2::text is null or r.status = $2) and ($3::bigint is null or r.customer_id = $3) order by r.next_run_at nulls last, r.id`,
    [db.userId, status ?? null, customerId ?? null],
  )
  const contents = await readContents(db, rows)
  const listed: ListedRecurringInvoice[] = []
  for (const row of rows) {
    const { content: _, ...shown } = await withContent(db, row, contents.get(row.id)!)
    listed.push(shown)
  }
  return listed
}

/** Locked, so that its state does not change until the commit. @throws AppError 404 */
export const lockRow = async (db: UserDb, id: number): Promise<Row> => {
  // Read by a second statement: one that waits for a lock still counts the runs as they were when it began.
  await db.rows('select 1 from recurring_invoices where user_id = $1 and id = $2 for no key update', [db.userId, id])
  const [row] = await db.rows<Row>(`${selectRows} and r.id = $2`, [db.userId, id])
  if (!row) throw notFound('Recurring invoice')
  return row
}

/** @throws AppError 404 */
export const getRecurringInvoice = async (db: UserDb, id: number): Promise<RecurringInvoice> => {
  const [row] = await db.rows<Row>(`${selectRows} and r.id = $2`, [db.userId, id])
  if (!row) throw notFound('Recurring invoice')
  return withContent(db, row, (await readContents(db, [row])).get(id)!)
}

/** Locks the customer, so that it is not deleted meanwhile. @throws AppError 404 */
const readCurrency = async (db: UserDb, customerId: number, { currency }: RecurringContent): Promise<Currency> => {
  const [customer] = await db.rows<{ currency: Currency | null }>(
    'select currency from customers where user_id = $1 and id = $2 for key share',
    [db.userId, customerId],
  )
  if (!customer) throw notFound('Customer')
  return currency ?? customer.currency ?? getHomeCurrency(db)
}

/** Refuses contents of which no invoice can be made. @throws AppError 400, 404, with the field's path in the request */
const checkContent = async (db: UserDb, content: StoredContent): Promise<void> => {
  const ids = [...new Set(content.lineItems.flatMap(({ itemId }) => itemId ?? []))]
  const items = await db.rows<{ id: number }>('select id from items where user_id = $1 and id = any($2)', [db.userId, ids])
  if (items.length < ids.length) throw notFound('Item')
  await computeTotal(db, content).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    const issues = (error.details.issues as { path: string; message: string }[] | undefined) ?? []
    const inContent = issues.map(({ path, message }) => ({ path: path.startsWith('content.') ? path : `content.${path}`, message }))
    throw new AppError(error.status, error.message, { issues: inContent })
  })
}

const toColumns = (input: RecurringInvoiceInput) => {
  const { customerId, startDay, frequency, every, onDays, untilDay, maxCount, time, timeZone, dueDays, sendsInvoices, chargesSavedCard } =
    input
  return {
    ...{ customerId, startDay, frequency, every, time, timeZone, sendsInvoices, chargesSavedCard },
    onDays: [...new Set(onDays)].sort((a, b) => a - b),
    dueDays: dueDays ?? null,
    untilDay: untilDay ?? null,
    maxCount: maxCount ?? null,
  }
}

/**
 * A start in the past is allowed: the missed days are created like those of a downtime.
 * @throws AppError 400 for contents that make no invoice, 404 for a customer, item or tax rate of another user, 409 when there are too many
 */
export const createRecurringInvoice = async (db: UserDb, input: RecurringInvoiceInput): Promise<RecurringInvoice> => {
  await db.rows('select 1 from users where id = $1 for no key update', [db.userId])
  const [{ count } = { count: 0 }] = await db.rows<{ count: number }>('select count(*)::int from recurring_invoices where user_id = $1', [
    db.userId,
  ])
  if (count >= maxRecurringInvoices)
    throw new AppError(
      409,
      `You have ${maxRecurringInvoices} recurring invoices, and there can be no more. Delete one that has ended first.`,
    )
  const content = toStoredContent(input.content, await readCurrency(db, input.customerId, input.content))
  await checkContent(db, content)
  const columns = toColumns(input)
  const next = findNext(columns, columns.startDay)
  const [made] = await db.orm
    .insert(table)
    .values({ ...columns, ...next, userId: db.userId })
    .returning({ id: table.id })
  const id = made!.id!
  saveContent(db, id, columns.startDay, content)
  recordEvent(db, { type: 'recurring-invoice', id }, 'created')
  await recurringSchedule.queue(db, { recurringId: id }, next.nextRunAt!)
  return getRecurringInvoice(db, id)
}

const readLastDay = async (db: UserDb, id: number): Promise<Day | null> => {
  const [row] = await db.rows<{ day: Day | null }>('select max(day) as day from recurring_runs where user_id = $1 and recurring_id = $2', [
    ...[db.userId, id],
  ])
  return row!.day
}

const hasContent = async (db: UserDb, id: number, from: Day, content: StoredContent): Promise<boolean> => {
  const known = (await readContents(db, [{ id, nextDay: from }])).get(id)!
  const [before, after] = [await followPrices(db, known).catch(orNull), await followPrices(db, content)]
  return isDeepStrictEqual(before, after)
}

/**
 * Days that are done stay done, so the next day is always after them. An ended schedule becomes active again when it has a day left.
 * @throws AppError as `createRecurringInvoice`; StaleVersionError (409)
 */
export const updateRecurringInvoice = async (db: UserDb, id: number, input: RecurringInvoiceUpdate): Promise<RecurringInvoice> => {
  const before = await lockRow(db, id)
  const content = toStoredContent(input.content, await readCurrency(db, input.customerId, input.content))
  await checkContent(db, content)
  const columns = toColumns(input)
  const lastDay = await readLastDay(db, id)
  const hasAll = columns.maxCount !== null && before.madeCount >= columns.maxCount
  const firstDay = lastDay === null || columns.startDay > lastDay ? columns.startDay : addDays(lastDay, 1)
  const next = hasAll ? { nextDay: null, nextRunAt: null } : findNext(columns, firstDay)
  const status = next.nextDay === null ? ('ended' as const) : before.status === 'paused' ? ('paused' as const) : ('active' as const)
  const values = { ...columns, ...next, status, problem: null, problemSince: null, catchUpThrough: null }
  await updateVersioned(db, table, 'Recurring invoice', { id, version: input.version, values }, () => getRecurringInvoice(db, id))
  const from = input.contentFrom ?? next.nextDay ?? columns.startDay
  if (!(await hasContent(db, id, from, content))) saveContent(db, id, from, content)
  recordEvent(db, { type: 'recurring-invoice', id }, 'edited')
  if (status === 'active') await recurringSchedule.queue(db, { recurringId: id }, next.nextRunAt!)
  return getRecurringInvoice(db, id)
}

/** Its invoices stay. @throws AppError 404 */
export const removeRecurringInvoice = async (db: UserDb, id: number): Promise<void> => {
  await lockRow(db, id)
  await db.rows('delete from recurring_invoices where user_id = $1 and id = $2', [db.userId, id])
  recordEvent(db, { type: 'recurring-invoice', id }, 'deleted')
}

type State = Partial<Pick<Row, 'status' | 'nextDay' | 'nextRunAt' | 'catchUpThrough' | 'problem' | 'problemSince'>>

/** The schedule must be locked. Queues its next run. */
export const saveState = async (db: UserDb, row: Row, state: State): Promise<void> => {
  const { status, nextDay, nextRunAt, catchUpThrough, problem, problemSince } = { ...row, ...state }
  db.send(
    `update recurring_invoices set status = $3, next_day = $4, next_run_at = $5, catch_up_through = $6, problem = $7, problem_since = $8,
       version = version + 1, updated_at = now() where user_id = $1 and id = $2`,
    [db.userId, row.id, status, nextDay, nextRunAt, catchUpThrough, problem, problemSince],
  )
  announceSubject(db, 'recurring-invoice')
  if (status === 'active') await recurringSchedule.queue(db, { recurringId: row.id }, nextRunAt!)
}
export type RecurringRow = Row
