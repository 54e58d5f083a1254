import { route } from '#server/platform/http/route.ts'
import type { Auth } from '#server/platform/identity/identity.ts'
import { accountApi } from '#shared/api/account.ts'
import { securityEventsApi } from '#shared/api/security-events.ts'
import { listSecurityEvents } from './security-events.ts'

/** Where the caller is signed in and what happened to his account, whoever looks after his account. */
export const sessionRoutes = ({ identity: { sessions } }: { identity: Pick<Auth, 'sessions'> }) => [
  route(accountApi.sessions, ({ user, sessionId }) => sessions.list(user.id, sessionId!)),
  route(accountApi.revokeSession, ({ user, params, source }) => sessions.end(user.id, params.ref, source)),
  route(accountApi.revokeOtherSessions, async ({ user, sessionId, source }) => {
    await sessions.endOthers(user.id, sessionId!, source)
    return sessions.list(user.id, sessionId!)
  }),
  route(securityEventsApi.events, ({ user, query }) => user.tx((db) => listSecurityEvents(db, query))),
]
