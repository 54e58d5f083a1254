import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { deleteAccount } from '#features/account/deletion/delete-account.ts'
import type { Module, Services } from '#server/domain/services.ts'
import { demoIssuer, demoLifeMs } from '#server/platform/auth/users/find-user.ts'
import { type Database, runAsUser } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Caller, Route } from '#server/platform/http/route.ts'
import { enqueue, type JobRunner, job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { today } from '#shared/dates.ts'
import { fillAccount } from './sample-year/fill-account.ts'

/** At once, on all nodes. */
export const maxDemos = 50
/** Accounts are created one after the other, so that the limit holds. */
const creationLock = 7_366_001

const deleteDemoJob = job('demo.delete', {})

/** Queues its deletion, too. @throws AppError 503 while as many demo accounts exist as are allowed */
export const createDemoAccount = async (services: Services): Promise<number> => {
  const { database, now } = services
  const userId = await database.asNobody(async (db) => {
    await db.rows('select pg_advisory_xact_lock($1)', [creationLock])
    const [row] = await db.rows<{ count: number }>('select count(*)::int as count from users where issuer = $1', [demoIssuer])
    if (row!.count >= maxDemos)
      throw new AppError(503, 'All demo accounts are in use at the moment. Please try again in a few minutes.', { retryAfter: 60 })
    const [user] = await db.rows<{ id: number }>(
      "insert into users (issuer, subject, first_name, last_name, created_at) values ($1, $2, 'Dana', 'Demo', $3) returning id",
      [demoIssuer, randomUUID(), now()],
    )
    const { id } = user!
    // Queued with the user, so that a demo whose data could not be created is deleted, too.
    await runAsUser(db, id, (db) => enqueue(db, deleteDemoJob, { userId: id }, { runAt: new Date(now().getTime() + demoLifeMs) }))
    return id
  })
  await database.asUser(userId, (db) => fillAccount(services, db, today(now(), 'UTC')))
  return userId
}

const readIsDemo = async (database: Database, userId: number): Promise<boolean> =>
  database.asUser(
    userId,
    async (db) => (await db.rows('select 1 from users where id = $1 and issuer = $2', [userId, demoIssuer])).length > 0,
  )

export const demoModule: Module = (services) => ({
  runners: [
    runner(deleteDemoJob, async ({ userId }) => {
      if (await readIsDemo(services.database, userId)) await deleteAccount(services, userId, today(services.now(), 'UTC'))
    }),
  ],
})

const payloadWithUser = z.object({ userId: z.int() })

/**
 * A visitor could otherwise write to anyone in the server's name. `track` wraps the jobs' runners, so that `send` knows whose job sends.
 * @param sendDemoMail where emails of demo accounts go instead
 */
export const separateDemoMail = (database: Database, send: SendMail, sendDemoMail: SendMail) => {
  const currentUser = new AsyncLocalStorage<number>()
  return {
    send: (async (mail) => {
      const userId = currentUser.getStore()
      const isDemo = userId !== undefined && userId !== 0 && (await readIsDemo(database, userId))
      await (isDemo ? sendDemoMail : send)(mail)
    }) satisfies SendMail,
    track: (runners: readonly JobRunner[]): JobRunner[] =>
      runners.map(({ run, ...runner }) => ({
        ...runner,
        run: (payload, attempt) => currentUser.run(payloadWithUser.safeParse(payload).data?.userId ?? 0, () => run(payload, attempt)),
      })),
  }
}

type DemoRequest = { user: Caller; body: unknown }

export const withDemoRefusals = (routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    const { notInDemo } = route.endpoint
    if (!notInDemo) return route
    const handle = route.handle as unknown as (request: DemoRequest) => unknown
    const guarded = async (request: DemoRequest) => {
      if (notInDemo.only(request.body)) {
        const { user } = request
        const demos = await user.tx((db) => db.rows('select 1 from users where id = $1 and issuer = $2', [user.id, demoIssuer]))
        if (demos.length > 0) throw new AppError(403, `${notInDemo.what} are not part of the demo. Create your own account to use them.`)
      }
      return handle(request)
    }
    return { ...route, handle: guarded as unknown as Route['handle'] }
  })
