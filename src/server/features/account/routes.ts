import { eq } from 'drizzle-orm'
import { users } from '#server/platform/db/schema/identity.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { AdminCheck } from '#server/platform/http/authentication.ts'
import { type Caller, route } from '#server/platform/http/route.ts'
import { authApi } from '#shared/contract/auth.ts'
import { graceDays } from '#shared/plans.ts'

const current = (user: Caller) =>
  user.tx(async (db) => {
    const [row] = await db.orm.select().from(users).where(eq(users.id, user.id))
    if (!row) throw new AppError(401, 'Please sign in')
    return row
  })

type Deps = {
  /** Which built-in stand-ins this server runs on, so that the app can say so. */
  standIns: { sandbox: boolean; mailbox: boolean }
  admin: AdminCheck
}

const dayMs = 86_400_000

export const accountRoutes = ({ standIns, admin }: Deps) => [
  route(authApi.user, async ({ user, browserTimeZone }) => {
    const row = await current(user)
    // Where no zone was chosen, the browser's decides what 'today' is, also for what happens while nobody is looking.
    if (browserTimeZone && browserTimeZone !== row.timeZone)
      await user.tx((db) => db.orm.update(users).set({ timeZone: browserTimeZone, updatedAt: new Date() }).where(eq(users.id, user.id)))
    const { pastDueSince, subscriptionStatus } = row
    const paymentDueBy = pastDueSince && subscriptionStatus === 'active' ? new Date(pastDueSince.getTime() + graceDays * dayMs) : null
    return {
      ...row,
      ...standIns,
      paymentDueBy,
      isAdmin: admin.isAdmin(row),
      isUnconfirmedAdmin: admin.isUnconfirmedAdmin(row),
      timeZone: row.chosenTimeZone,
    }
  }),
  route(authApi.status, ({ user }) => current(user)),
]
