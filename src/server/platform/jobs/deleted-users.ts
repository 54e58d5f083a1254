import { z } from 'zod'
import type { Database } from '#server/platform/db/client.ts'
import type { JobRunner } from './jobs.ts'

const payloadWithUser = z.object({ userId: z.int() })

/** Another attempt would fail as well. The user is looked up only after a failure. */
export const skipJobsOfDeletedUsers = (database: Database, runners: readonly JobRunner[]): JobRunner[] =>
  runners.map(({ run, ...runner }) => ({
    ...runner,
    run: async (payload, attempt) => {
      try {
        await run(payload, attempt)
      } catch (error) {
        const parsed = payloadWithUser.safeParse(payload)
        // Jobs of the server itself have the user id 0.
        if (!parsed.success || parsed.data.userId === 0) throw error
        const { userId } = parsed.data
        const [user] = await database.asUser(userId, (db) => db.rows('select 1 from users where id = $1', [userId]))
        if (user) throw error
      }
    },
  }))
