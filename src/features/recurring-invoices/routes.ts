import type { z } from 'zod'
import type { Module, Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute, type RunIdempotent, route } from '#server/platform/http/route.ts'
import { readHistory } from '#server/platform/records/event-log.ts'
import {
  recurringInvoicesApi as api,
  previewLength,
  type RecurringInvoice,
  type recurringRun,
} from '#shared/contract/recurring-invoices.ts'
import { listDays } from '#shared/recurrence.ts'
import { pause, resume, runNow, skipNext } from './course.ts'
import { recurringProblem } from './problem-notification.ts'
import { createRunRunner } from './run.job.ts'
import { getRunAt } from './schedule.ts'
import {
  createRecurringInvoice,
  getRecurringInvoice,
  listRecurringInvoices,
  removeRecurringInvoice,
  updateRecurringInvoice,
} from './store.ts'

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
  runners: [createRunRunner(services), recurringProblem.createRunner(services)],
})
