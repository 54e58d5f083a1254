import { z } from 'zod'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { sendOwnerNotification } from '#server/domain/documents/emails/owner-notification.ts'
import { ignoreNotFound } from '#server/domain/documents/emails/send.ts'
import { getParties } from '#server/domain/documents/parties.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { job, runner } from '#server/platform/jobs/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import { displayName } from '#shared/user-names.ts'
import { buildAnswerNotification } from './answer-notification.mail.ts'
import { getEstimate } from './read.ts'

/** Notifies the owner of a customer's answer. `refusal`: why an accepted estimate wasn't converted, as a message for the owner. */
export const answerNotificationJob = job('estimates.answered', {
  estimateId: z.int(),
  answeredAt: z.iso.datetime(),
  refusal: z.object({ message: z.string(), needsPlan: z.boolean() }).nullable(),
})

type Deps = { database: Database; send: SendMail; publicUrl: () => URL; now: () => Date; log: (line: string) => void }

const read = async (db: UserDb, estimateId: number, now: Date) => {
  const estimate = await getEstimate(db, estimateId, await getUserToday(db, now)).catch(ignoreNotFound)
  const [owner] = await db.rows<{ firstName: string | null; lastName: string | null; email: string | null }>(
    'select first_name as "firstName", last_name as "lastName", email from users where id = $1',
    [db.userId],
  )
  if (!estimate?.answer || !owner?.email) return null
  const { customer } = await getParties(db, estimateType, estimateId)
  return { estimate, answer: estimate.answer, customerName: customer.name, ownerName: displayName(owner), address: owner.email }
}

/** Runs `answerNotificationJob`: one notification per answer. */
export const answerNotificationRunner = (deps: Deps) =>
  runner(answerNotificationJob, async ({ userId, estimateId, answeredAt, refusal }) => {
    const found = await deps.database.asUser(userId, (db) => read(db, estimateId, deps.now()))
    // Skipped if the owner has deleted the estimate or changed its status; a later answer has its own notification.
    if (!found || found.answer.at.toISOString() !== answeredAt) return
    const { estimate, answer, customerName, ownerName, address } = found
    const link = (path: string) => new URL(path, deps.publicUrl()).href
    await sendOwnerNotification(deps, `estimate ${estimate.estimateNumber}`, {
      ...buildAnswerNotification({ estimate, answer, customerName, ownerName, refusal, link }),
      to: { name: ownerName, address },
      messageId: `<estimate-answered-${userId}-${estimateId}-${Date.parse(answeredAt)}@${deps.publicUrl().hostname}>`,
    })
  })
