import { z } from 'zod'
import type { Database } from '#server/platform/db/client.ts'
import type { JobRunner } from './jobs.ts'

const whose = z.object({ userId: z.int() })

/**
 * The same jobs, of which those of users who are gone end quietly: what they were about is no more, and trying again for days would change nothing.
 * The question is asked only when one fails, so it costs the others nothing.
 */
export const skipJobsOfDeletedUsers = (database: Database, runners: readonly JobRunner[]): JobRunner[] =>
  runners.map(({ run, ...runner }) => ({
    ...runner,
    run: async (payload, attempt) => {
      try {
        await run(payload, attempt)
      } catch (error) {
        const named = whose.safeParse(payload)
        // Some jobs are nobody's.
        if (!named.success || named.data.userId === 0) throw error
        const { userId } = named.data
        const [user] = await database.asUser(userId, (db) => db.rows('select 1 from users where id = $1', [userId]))
        if (user) throw error
      }
    },
  }))
