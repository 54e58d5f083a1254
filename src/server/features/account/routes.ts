import { eq } from 'drizzle-orm'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { demoIssuer, demoLifeMs } from '#server/platform/auth/users/find-user.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import type { AdminCheck } from '#server/platform/http/authentication.ts'
import { route } from '#server/platform/http/route.ts'
import { authApi } from '#shared/contract/auth.ts'
import { graceDays } from '#shared/plans.ts'
import { readCurrentUser } from './own-account.ts'

type Deps = {
  standIns: { sandbox: boolean; mailbox: boolean }
  admin: AdminCheck
}

const dayMs = 86_400_000

export const accountRoutes = ({ standIns, admin }: Deps) => [
  route(authApi.user, async ({ user, browserTimeZone }) => {
    const row = await readCurrentUser(user)
    // Saved because, unless a time zone was chosen, the browser's zone decides what 'today' is for jobs too.
    if (browserTimeZone && browserTimeZone !== row.timeZone)
      await user.tx(async (db) => {
        await db.orm.update(users).set({ timeZone: browserTimeZone, updatedAt: new Date() }).where(eq(users.id, user.id))
        db.announce('account')
      })
    const { pastDueSince, subscriptionStatus } = row
    const paymentDueBy = pastDueSince && subscriptionStatus === 'active' ? new Date(pastDueSince.getTime() + graceDays * dayMs) : null
    return {
      ...row,
      currency: await user.tx(getHomeCurrency),
      ...standIns,
      paymentDueBy,
      demoEndsAt: row.issuer === demoIssuer ? new Date(row.createdAt.getTime() + demoLifeMs) : null,
      isAdmin: admin.isAdmin(row),
      isUnconfirmedAdmin: admin.isUnconfirmedAdmin(row),
      timeZone: row.chosenTimeZone,
    }
  }),
  route(authApi.status, ({ user }) => readCurrentUser(user)),
]
