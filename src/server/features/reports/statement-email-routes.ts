import { change, type Route, route } from '#server/platform/http/route.ts'
import { reportsApi } from '#shared/api/reports.ts'
import { queueStatementEmail, statementEmailsOf } from './statement-emails.ts'

/** Sending a customer his statement by e-mail, and looking what became of it. */
export const statementEmailRoutes = (): Route[] => [
  change(reportsApi.emailStatement, ({ user, body, once }) => user.tx((db) => once(db, () => queueStatementEmail(db, body)))),
  route(reportsApi.statementEmails, ({ user, query }) => user.tx((db) => statementEmailsOf(db, query))),
]
