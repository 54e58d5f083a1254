import { and } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import { matchesSearch, readPage } from '#server/platform/db/pagination.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import type { ListedUser } from '#shared/contract/admin.ts'

export type UsersQuery = { search?: string | undefined; limit?: number | undefined; after?: string | undefined }

/** For this transaction only. */
const walkTheIndex = 'set local enable_sort = off'

/**
 * The users whose e-mail or full name holds the search, newest first, a page at a time.
 * @throws AppError 400 for a cursor that isn't one of this list
 */
export const listUsers = async (db: Db, { search, limit, after }: UsersQuery): Promise<Page<ListedUser[]>> => {
  // The policy hides from the planner that every row is in sight: it would rather sort the 30,000 oldest users than walk to the next 60 by the index.
  if (!search) db.send(walkTheIndex)
  const { rows, next } = await readPage(
    { limit, after },
    {
      sorts: { created: () => ({ by: users.createdAt.getSQL(), type: 'timestamptz' }) },
      otherwise: '-created',
      id: users.id,
      read: ({ sortValue, where, orderBy, limit: most }) =>
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
          .limit(most),
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
