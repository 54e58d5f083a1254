import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import { reportsApi } from '#shared/contract/reports.ts'
import { listStatementEmails, queueStatementEmail } from './statement-emails.ts'

export const statementEmailRoutes = (): Route[] => [
  idempotentRoute(reportsApi.emailStatement, ({ user, body, idempotent }) =>
    user.tx((db) => idempotent(db, () => queueStatementEmail(db, body))),
  ),
  route(reportsApi.statementEmails, ({ user, query }) => user.tx((db) => listStatementEmails(db, query))),
]
