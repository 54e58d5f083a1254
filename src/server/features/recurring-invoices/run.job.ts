import { runner } from '#server/platform/jobs/jobs.ts'
import { runJob } from './queue.ts'
import { type RunDeps, runSchedule, wait } from './run.ts'

/** After an error that nothing explains, it goes on trying as after a known problem. */
export const createRunRunner = (deps: RunDeps) =>
  runner(runJob, ({ userId, recurringId }, { isLast }) =>
    runSchedule(deps, userId, recurringId).catch(async (error: unknown) => {
      if (isLast)
        await deps.database.asUser(userId, (db) =>
          wait(db, recurringId, 'The invoice could not be created. It is tried again.', deps.now()),
        )
      throw error
    }),
  )
