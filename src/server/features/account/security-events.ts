import { and, eq } from 'drizzle-orm'
import type { UserDb } from '#server/platform/db/client.ts'
import { readPage } from '#server/platform/db/lists.ts'
import { securityEvents } from '#server/platform/db/schema/security.ts'
import type { Page } from '#server/platform/http/route.ts'
import { describeDevice } from '#server/platform/identity/device.ts'
import type { SecurityEvent, SecurityEventKind } from '#shared/api/security-events.ts'

/**
 * What happened to the account, the newest first, a page at a time.
 * @throws AppError 400 for a cursor that isn't one of this list
 */
export const listSecurityEvents = (
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
