import { eq } from 'drizzle-orm'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { demoIssuer, demoLifeMs } from '#server/platform/auth/users/find-user.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { route } from '#server/platform/http/route.ts'
import { authApi } from '#shared/contract/auth.ts'
import { graceDays } from '#shared/plans.ts'
import { deletionConfirmationRunner } from './deletion/confirmation.job.ts'
import { removeFilesRunner } from './deletion/remove-files.job.ts'
import { deleteRoutes } from './deletion/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { exportSweepRunner } from './export/sweep.job.ts'
import { readCurrentUser } from './own-account.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { twoFactorRoutes } from './two-factor-routes.ts'

const dayMs = 86_400_000

const accountRoutes = ({ sandbox, outboxDir, admin }: Services) => [
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
      sandbox: sandbox !== null,
      mailbox: outboxDir !== null,
      paymentDueBy,
      demoEndsAt: row.issuer === demoIssuer ? new Date(row.createdAt.getTime() + demoLifeMs) : null,
      isAdmin: admin.isAdmin(row),
      isUnconfirmedAdmin: admin.isUnconfirmedAdmin(row),
      timeZone: row.chosenTimeZone,
    }
  }),
  route(authApi.status, ({ user }) => readCurrentUser(user)),
]

export const accountModule: Module = (services) => ({
  routes: [
    ...accountRoutes(services),
    ...ownAccountRoutes(services),
    ...sessionRoutes(services),
    ...twoFactorRoutes(services),
    ...tokenRoutes(services),
    ...exportRoutes(services),
    ...deleteRoutes(services),
  ],
  runners: [exportSweepRunner(services)],
  runnersOfDeleted: [removeFilesRunner(services), deletionConfirmationRunner(services)],
})
