import { listStatementEmails, queueStatementEmail } from '#features/reports/statement-emails/statement-emails.ts'
import type { Clock } from '#server/domain/services.ts'
import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import { reportsApi } from '#shared/contract/reports.ts'
import { statementScheduleApi as api } from '#shared/contract/statement-schedule.ts'
import { getSchedule, listRuns, saveSchedule } from './store.ts'

export const statementRoutes = ({ now }: Clock): Route[] => [
  idempotentRoute(reportsApi.emailStatement, ({ user, body, idempotent }) =>
    user.tx((db) => idempotent(db, () => queueStatementEmail(db, body))),
  ),
  route(reportsApi.statementEmails, ({ user, query }) => user.tx((db) => listStatementEmails(db, query))),
  route(api.read, ({ user }) => user.tx(getSchedule)),
  idempotentRoute(api.save, ({ user, body, idempotent }) =>
    user.tx((db) =>
      idempotent(db, async () => {
        await saveSchedule(db, body, now())
        return getSchedule(db)
      }),
    ),
  ),
  route(api.runs, ({ user }) => user.tx(listRuns)),
]
