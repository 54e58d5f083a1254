import { getUserToday } from '#server/domain/business/user-today.ts'
import type { DocumentType, StoredDocument } from '#server/domain/documents/document-type.ts'
import { type DocumentMailing, sendDocument } from '#server/domain/documents/emails/queue.ts'
import { getCustomerAddresses, keepOnRecord } from '#server/domain/documents/emails/recipients.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { removeScheduledSend } from '#server/domain/documents/lifecycle/scheduled-send.ts'
import { defineNotification, toRecipient } from '#server/domain/notifications/notification.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { noAddress } from '#shared/document-status.ts'
import { toInstant } from '#shared/zoned-time.ts'
import {
  findScheduledSend,
  lockDocument,
  problemJob,
  queueProblemEmail,
  runJob,
  type ScheduledSend,
  type ScheduledType,
  saveState,
} from './store.ts'

type Facts = {
  type: 'invoice' | 'estimate'
  number: string
  customerName: string
  day: Day
  time: string
  problem: string
  isRetried: boolean
  owner: { firstName: string | null; lastName: string | null; email: string | null }
}

const factsQuery = `
  select d.type, d.number, c.name as "customerName", s.day, s.time, s.problem, s.send_at is not null as "isRetried",
         json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) as owner
  from scheduled_sends s
  join documents d on d.user_id = $1 and d.id = s.document_id and d.deleted_at is null
  join customers c on c.user_id = $1 and c.id = d.customer_id
  join users u on u.id = $1
  where s.user_id = $1 and s.document_id = $2 and s.problem is not null`

const scheduledSendProblem = defineNotification({
  job: problemJob,
  read: async (db, { documentId }) => (await db.rows<Facts>(factsQuery, [db.userId, documentId]))[0],
  write: ({ type, number, customerName, day, time, problem, isRetried, owner }, { userId, documentId, since }) => ({
    to: toRecipient(owner),
    subject: `${type === 'invoice' ? 'Invoice' : 'Estimate'} ${number} was not sent`,
    preview: problem,
    introduction: `The ${type} was scheduled to be sent, but it could not be.`,
    facts: [
      ['Customer', customerName],
      [type === 'invoice' ? 'Invoice' : 'Estimate', number],
      ['Scheduled for', `${formatDay(day)} ${time}`],
    ],
    further: [problem, ...(isRetried ? ['It is tried again every hour.'] : []), 'Nothing was sent to your customer.'],
    button: `Open ${type}`,
    path: `/${type}s/${documentId}`,
    id: `scheduled-send-problem-${userId}-${documentId}-${Date.parse(since)}`,
    about: `scheduled ${type} ${documentId}`,
  }),
})

/** After a problem it is tried again. */
const retryMs = 3_600_000
const dayMs = 24 * retryMs
/** After a longer downtime the owner is asked first. */
const maxLateMs = dayMs

type ScheduledSender = (db: UserDb, send: ScheduledSend, today: Day) => Promise<void>

/**
 * @param isSettled whether it reached its end, paid or answered, so that its email is dropped
 * @throws AppError why it can't be sent; the transaction must be rolled back then
 */
export const createScheduledSender =
  <Stored extends StoredDocument>(mailing: DocumentMailing<Stored>, isSettled: (document: Stored) => boolean): ScheduledSender =>
  async (db, send, today) => {
    const { type } = mailing
    const { documentId: id, subject, message, copyToMe } = send
    const document = await mailing.get(db, id, today)
    if (isSettled(document)) return drop(db, type, id)
    if (document.customerId !== send.customerId && (subject !== null || message !== null))
      throw new AppError(409, 'The customer was changed after you wrote this email. Check its text, and schedule it again.')
    const recipients = keepOnRecord(await getCustomerAddresses(db, id), { to: send.to ?? undefined, cc: send.cc })
    if (!recipients) throw new AppError(409, noAddress)
    const wasDraft = document.status === 'draft'
    await sendDocument(mailing, db, { id, today, isScheduled: true }, { ...recipients, copyToMe, message, subject: subject ?? undefined })
    if (!wasDraft) await recordEvent(db, type, id, 'sent', [], 'Billfold')
  }

const drop = async (db: UserDb, type: DocumentType, id: number): Promise<void> => {
  removeScheduledSend(db, type, id)
  await recordEvent(db, type, id, 'unscheduled', [], 'Billfold')
}

type Senders = Record<ScheduledType, ScheduledSender>

const askOwner = async (db: UserDb, type: DocumentType['name'], { documentId, day, sendAt }: ScheduledSend, now: Date): Promise<void> => {
  const days = Math.floor((now.getTime() - sendAt!.getTime()) / dayMs)
  const problem = `It was due on ${formatDay(day)}, ${days} ${days === 1 ? 'day' : 'days'} ago. Send it now, or choose another time.`
  await saveState(db, type, documentId, { sendAt: null, problem, problemSince: now })
  await queueProblemEmail(db, documentId, now)
}

/** Does nothing for a document that is deleted, or whose schedule is canceled or moved. */
const runOnce = async (senders: Senders, db: UserDb, documentId: number, now: Date): Promise<void> => {
  const locked = await lockDocument(db, documentId)
  // Read after the lock: a run, or a request that sends, moves, cancels or deletes it at the same moment, may have done it.
  const send = locked ? await findScheduledSend(db, documentId) : null
  if (!locked || !send?.sendAt) return
  if (send.problem === null) {
    // The rules of its time zone may have changed since it was scheduled: the time is computed again.
    const sendAt = toInstant(send.day, send.time, send.timeZone)
    if (sendAt > now) return saveState(db, locked.type, documentId, { sendAt, problem: null, problemSince: null })
  } else if (send.sendAt > now) return
  if (now.getTime() - send.sendAt.getTime() > maxLateMs) return askOwner(db, locked.type, send, now)
  await senders[locked.type](db, send, await getUserToday(db, now))
}

/** Does nothing when the owner has chosen another time meanwhile. */
const wait = async (db: UserDb, documentId: number, problem: string, now: Date): Promise<void> => {
  const locked = await lockDocument(db, documentId)
  const send = locked && (await findScheduledSend(db, documentId))
  if (!send?.sendAt || send.sendAt > now) return
  await saveState(db, locked!.type, documentId, {
    sendAt: new Date(now.getTime() + retryMs),
    problem,
    problemSince: send.problemSince ?? now,
  })
  if (send.problemSince === null) await queueProblemEmail(db, documentId, now)
}

export const scheduledSendRunners = (services: Services, senders: Senders) => [
  scheduledSendRunner(services, senders),
  scheduledSendProblem.createRunner(services),
]

/** In one transaction; where the document can't be sent, another one says why. */
const scheduledSendRunner = ({ database, now }: Services, senders: Senders) => {
  return runner(runJob, async ({ userId, documentId }, { isLast }) => {
    const at = now()
    try {
      await database.asUser(userId, (db) => runOnce(senders, db, documentId, at))
    } catch (error) {
      const isExplained = error instanceof AppError
      // After an error that nothing explains, it goes on trying as after a known problem.
      if (isExplained || isLast)
        await database.asUser(userId, (db) =>
          wait(db, documentId, isExplained ? error.message : 'It could not be sent. It is tried again.', at),
        )
      if (!isExplained) throw error
    }
  })
}
