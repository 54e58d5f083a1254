import { documentSender } from '#server/domain/documents/emails/send.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { estimateMailing, sendEstimateJob } from './emails.ts'
import type { Estimate } from './read.ts'

/** Runs `sendEstimateJob`. */
export const sendEstimateRunner = (deps: Parameters<typeof documentSender<Estimate>>[1]) => {
  const send = documentSender(estimateMailing, deps)
  return runner(sendEstimateJob, ({ userId, emailId }, attempt) => send(userId, emailId, attempt))
}
