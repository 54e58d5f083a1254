import { z } from 'zod'
import { job } from '#server/platform/jobs/jobs.ts'

export const runJob = job('scheduled-sends.run', { documentId: z.int() }, { lane: 'scheduled' })
/** `since`: when the problem began. */
export const problemJob = job('scheduled-sends.problem', { documentId: z.int(), since: z.iso.datetime() })
