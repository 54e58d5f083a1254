import { eq } from 'drizzle-orm'
import { users } from '#server/platform/db/schema/identity.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller, route } from '#server/platform/http/route.ts'
import { authApi } from '#shared/api/auth.ts'

const current = (user: Caller) =>
  user.tx(async (db) => {
    const [row] = await db.orm.select().from(users).where(eq(users.id, user.id))
    if (!row) throw new AppError(401, 'Please sign in')
    return row
  })

/** @param standIns which built-in stand-ins this server runs on, so that the app can say so */
export const accountRoutes = (standIns: { sandbox: boolean; mailbox: boolean }) => [
  route(authApi.user, async ({ user, browserTimeZone }) => {
    const row = await current(user)
    // Where no zone was chosen, the browser's decides what 'today' is, also for what happens while nobody is looking.
    if (browserTimeZone && browserTimeZone !== row.timeZone)
      await user.tx((db) => db.orm.update(users).set({ timeZone: browserTimeZone, updatedAt: new Date() }).where(eq(users.id, user.id)))
    return { ...row, ...standIns, timeZone: row.chosenTimeZone }
  }),
  route(authApi.status, ({ user }) => current(user)),
]
