import { and } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { matchesSearch, type Page, readPage } from '#server/platform/db/pagination.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import type { ListedUser } from '#shared/contract/admin.ts'

export type UsersQuery = { search?: string | undefined; limit?: number | undefined; after?: string | undefined }

const disableSort = 'set local enable_sort = off'

/** Email or full name contains the search; newest first. @throws AppError 400 when `after` is not a cursor of this list */
export const listUsers = async (db: Db, { search, limit, after }: UsersQuery): Promise<Page<ListedUser[]>> => {
  // The planner does not know that the policy lets the admin see every row, and would sort thousands of users instead of reading the next page from
  // the index.
  if (!search) db.send(disableSort)
  const { rows, next } = await readPage(
    { limit, after },
    {
      sorts: { created: () => ({ by: users.createdAt.getSQL(), type: 'timestamptz' }) },
      otherwise: '-created',
      id: users.id,
      read: ({ sortValue, where, orderBy, limit: maxRows }) =>
        db.orm
          .select({
            sortValue,
            id: users.id,
            email: users.email,
            firstName: users.firstName,
            lastName: users.lastName,
            profileImageUrl: users.profileImageUrl,
            subscriptionStatus: users.subscriptionStatus,
            subscriptionPlan: users.subscriptionPlan,
            trialInvoicesUsed: users.trialInvoicesUsed,
            createdAt: users.createdAt,
            pastDueSince: users.pastDueSince,
            liveSubscriptions: users.liveSubscriptions,
          })
          .from(users)
          .where(and(matchesSearch(users.searchText, search), where))
          .orderBy(orderBy)
          .limit(maxRows),
    },
  )
  return {
    rows: rows.map(({ pastDueSince, liveSubscriptions, ...row }) => ({
      ...row,
      isPastDue: pastDueSince !== null && row.subscriptionStatus === 'active',
      isSubscribedTwice: liveSubscriptions > 1,
    })),
    next,
  }
}
