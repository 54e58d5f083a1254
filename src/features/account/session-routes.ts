import { and, eq } from 'drizzle-orm'
import type { Services } from '#server/domain/services.ts'
import { describeDevice } from '#server/platform/auth/sessions/device.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Page, readPage } from '#server/platform/db/pagination.ts'
import { securityEvents } from '#server/platform/db/schema/security.ts'
import { route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import { type SecurityEvent, type SecurityEventKind, securityEventsApi } from '#shared/contract/security-events.ts'

/** Newest first. @throws AppError 400 when `after` is not a cursor of this list */
const listSecurityEvents = (
  db: UserDb,
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<Page<SecurityEvent[]>> =>
  readPage(
    { limit, after },
    {
      sorts: { at: () => ({ by: securityEvents.at.getSQL(), type: 'timestamptz' }) },
      otherwise: '-at',
      id: securityEvents.id,
      read: async ({ sortValue, where, orderBy, limit }) => {
        const { id, at, kind, address, userAgent, detail } = securityEvents
        const rows = await db.orm
          .select({ id, at, kind, address, userAgent, detail, sortValue })
          .from(securityEvents)
          .where(and(eq(securityEvents.userId, db.userId), where))
          .orderBy(orderBy)
          .limit(limit)
        return rows.map(({ kind, userAgent, ...row }) => ({ ...row, kind: kind as SecurityEventKind, device: describeDevice(userAgent) }))
      },
    },
  )

export const sessionRoutes = ({ identity: { sessions } }: Services) => [
  route(accountApi.sessions, ({ user, sessionId }) => sessions.list(user.id, sessionId!)),
  route(accountApi.revokeSession, ({ user, params, source }) => sessions.end(user.id, params.ref, source)),
  route(accountApi.revokeOtherSessions, async ({ user, sessionId, source }) => {
    await sessions.endOthers(user.id, sessionId!, source)
    return sessions.list(user.id, sessionId!)
  }),
  route(securityEventsApi.events, ({ user, query }) => user.tx((db) => listSecurityEvents(db, query))),
]
