import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { reportsApi } from '#shared/api/reports.ts'
import { queueStatementEmail, statementEmailsOf } from './statement-emails.ts'

const stored = storedAs(reportsApi.emailStatement.reply)

/** Sending a customer his statement by e-mail, and looking what became of it. */
export const statementEmailRoutes = (): Route[] => [
  route(reportsApi.emailStatement, ({ user, body, idempotency }) =>
    user.tx((db) => once(db, idempotency, () => queueStatementEmail(db, body), stored)),
  ),
  route(reportsApi.statementEmails, ({ user, query }) => user.tx((db) => statementEmailsOf(db, query))),
]
