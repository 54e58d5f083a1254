import { route } from '#server/platform/http/route.ts'
import type { Identity } from '#server/platform/identity/identity.ts'
import { accountApi } from '#shared/api/account.ts'

/** Where the caller is signed in, whoever looks after his account. */
export const sessionRoutes = ({ identity: { sessions } }: { identity: Pick<Identity, 'sessions'> }) => [
  route(accountApi.sessions, ({ user, sessionId }) => sessions.list(user.id, sessionId!)),
  route(accountApi.endSession, ({ user, params }) => sessions.end(user.id, params.ref)),
  route(accountApi.endOtherSessions, async ({ user, sessionId }) => {
    await sessions.endOthers(user.id, sessionId!)
    return sessions.list(user.id, sessionId!)
  }),
]
