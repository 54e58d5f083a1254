import type { Services } from '#server/domain/services.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { runJob } from './queue.ts'
import { runSchedule, wait } from './run.ts'

/** After an error that nothing explains, it goes on trying as after a known problem. */
export const createRunRunner = (services: Services) =>
  runner(runJob, ({ userId, recurringId }, { isLast }) =>
    runSchedule(services, userId, recurringId).catch(async (error: unknown) => {
      if (isLast)
        await services.database.asUser(userId, (db) =>
          wait(db, recurringId, 'The invoice could not be created. It is tried again.', services.now()),
        )
      throw error
    }),
  )
