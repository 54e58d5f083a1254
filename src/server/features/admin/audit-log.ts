import type { Db } from '#server/platform/db/client.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import { readPage } from '#server/platform/db/pagination.ts'
import { adminLookups } from '#server/platform/db/schema/service.ts'
import type { AdminLookup } from '#shared/contract/admin.ts'

/** Who looks, and the network address that it came from. */
export type AdminAccess = { user: { id: number; email: string | null }; address: string }

/** Writes down what an admin looks at, in the transaction that reads it: what can't be written down isn't shown. */
export const recordAccess = (db: Db, { user, address }: AdminAccess, what: string, detail: AdminLookup['detail']): void =>
  db.send(
    'insert into admin_lookups (admin_id, admin_email, what, detail, address) values ($1, $2, $3, $4, $5)',
    [user.id, user.email ?? '', what, detail, address],
    'admin.lookup',
  )

/** What of a list was asked for, and how many rows came, as it is kept. */
export const describeListAccess = (
  { search, limit, after }: { search?: string | undefined; limit?: number | undefined; after?: string | undefined },
  { rows }: { rows: readonly unknown[] },
): AdminLookup['detail'] => ({
  search: search || null,
  limit: limit ?? null,
  page: after === undefined ? 'first' : 'further',
  count: rows.length,
})

/**
 * What admins looked at, newest first, a page at a time.
 * @throws AppError 400 for a cursor that isn't one of this list
 */
export const listAuditLog = (
  db: Db,
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<Page<AdminLookup[]>> =>
  readPage(
    { limit, after },
    {
      // They are numbered as they come.
      sorts: { number: () => ({ by: adminLookups.id.getSQL(), type: 'integer' }) },
      otherwise: '-number',
      id: adminLookups.id,
      read: ({ sortValue, where, orderBy, limit: most }) =>
        db.orm
          .select({
            sortValue,
            id: adminLookups.id,
            adminEmail: adminLookups.adminEmail,
            what: adminLookups.what,
            detail: adminLookups.detail,
            address: adminLookups.address,
            at: adminLookups.at,
          })
          .from(adminLookups)
          .where(where)
          .orderBy(orderBy)
          .limit(most),
    },
  )
