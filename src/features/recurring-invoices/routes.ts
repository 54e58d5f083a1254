import type { z } from 'zod'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, type RunIdempotent, route } from '#server/platform/http/route.ts'
import { readHistory, recordEvent } from '#server/platform/records/event-log.ts'
import {
  recurringInvoicesApi as api,
  previewLength,
  type RecurringInvoice,
  type recurringRun,
} from '#shared/contract/recurring-invoices.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { listDays } from '#shared/recurrence.ts'
import { makeInvoice, recurringRunners, skipDay } from './run.ts'
import {
  createRecurringInvoice,
  findComing,
  getRecurringInvoice,
  getRunAt,
  listRecurringInvoices,
  lockRow,
  removeRecurringInvoice,
  saveState,
  updateRecurringInvoice,
} from './store.ts'

const ended = () => new AppError(409, 'This recurring invoice has ended. Change its end date first.')

/** A paused or ended one stays as it is. @throws AppError 404 */
const pause = async (db: UserDb, id: number): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.status !== 'active') return
  await saveState(db, row, { status: 'paused', problem: null, problemSince: null })
  recordEvent(db, { type: 'recurring-invoice', id }, 'paused')
}

/**
 * The days that went by are left out, unless they are asked for; an active one stays as it is. @param missed 'latest': only the newest of
 * them is created; 'all': also a long series @throws AppError 404, 409 for one that has ended
 */
const resume = async (db: UserDb, id: number, missed: 'all' | 'latest' | 'none', now: Date): Promise<void> => {
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
const skipNext = async (db: UserDb, id: number): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.nextDay === null) throw ended()
  await skipDay(db, row, 'Skipped by you')
  recordEvent(db, { type: 'recurring-invoice', id }, 'skipped')
}

/** Its day is done then. @throws AppError 404, 409 for one that has ended, and why none can be created */
const runNow = async (services: Services, db: UserDb, id: number, now: Date): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.nextDay === null) throw ended()
  await makeInvoice(services, db, row, now)
}

const maxRuns = 500

/** Newest first. @throws AppError 404 */
const listRuns = async (db: UserDb, id: number): Promise<z.output<typeof recurringRun>[]> => {
  await getRecurringInvoice(db, id)
  return db.rows(
    `select n.day, n.outcome, n.reason, n.at,
            case when d.id is not null then json_build_object('id', d.id, 'invoiceNumber', d.number, 'isDeleted', d.deleted_at is not null) end as invoice
     from recurring_runs n left join documents d on d.user_id = $1 and d.id = n.document_id
     where n.user_id = $1 and n.recurring_id = $2 order by n.day desc limit $3`,
    [db.userId, id, maxRuns],
  )
}

const recurringInvoiceRoutes = (services: Services) => {
  const { now } = services
  const act = (db: UserDb, id: number, idempotent: RunIdempotent<RecurringInvoice>, action: () => Promise<void>) =>
    idempotent(db, async () => {
      await action()
      return getRecurringInvoice(db, id)
    })

  return [
    route(api.list, ({ user, query }) => user.tx((db) => listRecurringInvoices(db, query))),
    route(api.one, ({ user, params }) => user.tx((db) => getRecurringInvoice(db, params.id))),
    route(api.history, ({ user, params: { id } }) =>
      user.tx(async (db) => {
        await getRecurringInvoice(db, id)
        return readHistory(db, { type: 'recurring-invoice', id })
      }),
    ),
    route(api.runs, ({ user, params }) => user.tx((db) => listRuns(db, params.id))),
    route(api.preview, ({ body }) => {
      const schedule = { ...body, untilDay: body.untilDay ?? null }
      const days = listDays(schedule, schedule.startDay, Math.min(previewLength, body.maxCount ?? previewLength))
      return { days: days.map((day) => ({ day, at: getRunAt(schedule, day) })) }
    }),
    idempotentRoute(api.create, ({ user, body, idempotent }) => user.tx((db) => idempotent(db, () => createRecurringInvoice(db, body)))),
    idempotentRoute(api.update, ({ user, params, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => updateRecurringInvoice(db, params.id, body))),
    ),
    idempotentRoute(api.remove, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => removeRecurringInvoice(db, params.id))),
    ),
    idempotentRoute(api.pause, ({ user, params: { id }, idempotent }) => user.tx((db) => act(db, id, idempotent, () => pause(db, id)))),
    idempotentRoute(api.resume, ({ user, params: { id }, body, idempotent }) =>
      user.tx((db) => act(db, id, idempotent, () => resume(db, id, body.missed, now()))),
    ),
    idempotentRoute(api.skip, ({ user, params: { id }, idempotent }) => user.tx((db) => act(db, id, idempotent, () => skipNext(db, id)))),
    idempotentRoute(api.runNow, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => act(db, id, idempotent, () => runNow(services, db, id, now()))),
    ),
  ]
}

export const recurringInvoicesModule: Module = (services) => ({
  routes: recurringInvoiceRoutes(services),
  runners: recurringRunners(services),
})
