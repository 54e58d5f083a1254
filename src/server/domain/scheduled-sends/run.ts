import { getUserToday } from '#server/domain/business/user-today.ts'
import type { DocumentType, StoredDocument } from '#server/domain/documents/document-type.ts'
import { type DocumentMailing, sendDocument } from '#server/domain/documents/emails/queue.ts'
import { getCustomerAddresses, keepOnRecord } from '#server/domain/documents/emails/recipients.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { removeScheduledSend } from '#server/domain/documents/lifecycle/scheduled-send.ts'
import { inOneHour } from '#server/domain/schedules/schedule.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { noAddress } from '#shared/document-status.ts'
import { toInstant } from '#shared/zoned-time.ts'
import { findScheduledSend, lockDocument, type ScheduledSend, type ScheduledType, saveState, sendSchedule } from './store.ts'

const dayMs = 24 * 3_600_000
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

const askOwner = async (db: UserDb, type: DocumentType['name'], { documentId, day, sendAt }: ScheduledSend, now: Date): Promise<void> => {
  const days = Math.floor((now.getTime() - sendAt!.getTime()) / dayMs)
  const problem = `It was due on ${formatDay(day)}, ${days} ${days === 1 ? 'day' : 'days'} ago. Send it now, or choose another time.`
  await saveState(db, type, documentId, { sendAt: null, problem, problemSince: now })
  await sendSchedule.tell(db, { documentId }, now)
}

type DueSend = ScheduledSend & { type: ScheduledType }

/** Null where the document is deleted, or its schedule was canceled or moved. */
const findDue = async (db: UserDb, documentId: number, now: Date): Promise<DueSend | null> => {
  const locked = await lockDocument(db, documentId)
  // Read after the lock: a run, or a request that sends, moves, cancels or deletes it at the same moment, may have done it.
  const send = locked && (await findScheduledSend(db, documentId))
  if (!send?.sendAt) return null
  const { day, time, timeZone, problem } = send
  // The rules of its time zone may have changed since it was scheduled: the time is computed again.
  const sendAt = problem === null ? toInstant(day, time, timeZone) : send.sendAt
  if (sendAt <= now) return { ...send, type: locked!.type }
  if (problem === null) await saveState(db, locked!.type, documentId, { sendAt, problem: null, problemSince: null })
  return null
}

type Facts = Pick<ScheduledSend, 'day' | 'time'> & {
  type: ScheduledType
  number: string
  customerName: string
  problem: string
  isRetried: boolean
}

const factsQuery = `
  select d.type, d.number, c.name as "customerName", s.day, s.time, s.problem, s.send_at is not null as "isRetried"
  from scheduled_sends s
  join documents d on d.user_id = $1 and d.id = s.document_id and d.deleted_at is null
  join customers c on c.user_id = $1 and c.id = d.customer_id
  where s.user_id = $1 and s.document_id = $2 and s.problem is not null`

export const scheduledSendRunners = (services: Services, senders: Record<ScheduledType, ScheduledSender>) =>
  sendSchedule.createRunners(services, {
    find: (db, { documentId }, now) => findDue(db, documentId, now),
    act: async (db, send, now) => {
      if (now.getTime() - send.sendAt!.getTime() > maxLateMs) await askOwner(db, send.type, send, now)
      else await senders[send.type](db, send, await getUserToday(db, now))
    },
    wait: async (db, { type, documentId, problemSince }, problem, now) => {
      const sendAt = inOneHour(now)
      await saveState(db, type, documentId, { sendAt, problem, problemSince: problemSince ?? now })
      return sendAt
    },
    unexplained: 'It could not be sent. It is tried again.',
    mail: {
      wasSent: ({ problem }) => problem !== null,
      read: async (db, { documentId }) => (await db.rows<Facts>(factsQuery, [db.userId, documentId]))[0],
      write: ({ type, number, customerName, day, time, problem, isRetried }, { documentId }) => ({
        subject: `${type === 'invoice' ? 'Invoice' : 'Estimate'} ${number} was not sent`,
        introduction: `The ${type} was scheduled to be sent, but it could not be.`,
        facts: [
          ['Customer', customerName],
          [type === 'invoice' ? 'Invoice' : 'Estimate', number],
          ['Scheduled for', `${formatDay(day)} ${time}`],
        ],
        further: [problem, ...(isRetried ? ['It is tried again every hour.'] : []), 'Nothing was sent to your customer.'],
        button: `Open ${type}`,
        path: `/${type}s/${documentId}`,
      }),
    },
  })
