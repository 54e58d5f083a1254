import type { Database } from '#server/platform/db/client.ts'
import { backfillJobs } from '#server/platform/db/migrate.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import { postAll } from './post.ts'

const postAllJob = job(backfillJobs['0003_ledger'], {})

/** Posts the journal of an account that is older than the ledger, or than its taxes by component. The upgrade queues it for each account. */
export const postAllRunner = ({ database }: { database: Database }) => runner(postAllJob, ({ userId }) => database.asUser(userId, postAll))
