import type { Db } from '#server/platform/db/client.ts'
import { type Page, readPage } from '#server/platform/db/pagination.ts'
import { adminLookups } from '#server/platform/db/schema/service.ts'
import type { AdminLookup } from '#shared/contract/admin.ts'

export type AdminAccess = { user: { id: number; email: string | null }; address: string }

/** Recorded in the transaction that reads the data: without the record nothing is shown. */
export const recordAccess = (db: Db, { user, address }: AdminAccess, action: string, detail: AdminLookup['detail']): void =>
  db.send(
    'insert into admin_lookups (admin_id, admin_email, what, detail, address) values ($1, $2, $3, $4, $5)',
    [user.id, user.email ?? '', action, detail, address],
    'admin.lookup',
  )

export const describeListAccess = (
  { search, limit, after }: { search?: string | undefined; limit?: number | undefined; after?: string | undefined },
  { rows }: { rows: readonly unknown[] },
): AdminLookup['detail'] => ({
  search: search || null,
  limit: limit ?? null,
  page: after === undefined ? 'first' : 'further',
  count: rows.length,
})

/** Newest first. @throws AppError 400 when `after` is not a cursor of this list */
export const listAuditLog = (
  db: Db,
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<Page<AdminLookup[]>> =>
  readPage(
    { limit, after },
    {
      // Ids ascend in the order of the records.
      sorts: { number: () => ({ by: adminLookups.id.getSQL(), type: 'bigint' }) },
      otherwise: '-number',
      id: adminLookups.id,
      read: ({ sortValue, where, orderBy, limit: maxRows }) =>
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
          .limit(maxRows),
    },
  )
