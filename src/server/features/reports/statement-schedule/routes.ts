import { sendStatementRunners } from '#server/features/reports/statement-emails/send.job.ts'
import { listStatementEmails, queueStatementEmail } from '#server/features/reports/statement-emails/statement-emails.ts'
import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import { reportsApi } from '#shared/contract/reports.ts'
import { statementScheduleApi as api } from '#shared/contract/statement-schedule.ts'
import { statementScheduleRunner } from './run.ts'
import { getSchedule, listRuns, saveSchedule } from './store.ts'

export const statementRunners = (deps: Parameters<typeof sendStatementRunners>[0]) => [
  ...sendStatementRunners(deps),
  statementScheduleRunner(deps),
]

export const statementRoutes = ({ now }: { now: () => Date }): Route[] => [
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
