import { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import { defineSchedule } from '#server/domain/schedules/schedule.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { maxScheduledSends } from '#shared/contract/scheduled-sends.ts'
import type { Day } from '#shared/dates.ts'

export const sendSchedule = defineSchedule({ run: 'scheduled-sends.run', problem: 'scheduled-sends.problem' }, { documentId: z.int() })

export type ScheduledSend = {
  documentId: number
  customerId: number
  day: Day
  time: string
  timeZone: string
  sendAt: Date | null
  to: string | null
  cc: string[]
  copyToMe: boolean
  subject: string | null
  message: string | null
  problem: string | null
  problemSince: Date | null
}

const selectQuery = `
  select document_id as "documentId", customer_id as "customerId", day, time, time_zone as "timeZone", send_at as "sendAt", to_address as "to",
         coalesce(string_to_array(cc_addresses, ', '), '{}') as cc, copy_to_me as "copyToMe", subject, message, problem, problem_since as "problemSince"
  from scheduled_sends where user_id = $1 and document_id = $2`

export const findScheduledSend = async (db: UserDb, documentId: number): Promise<ScheduledSend | null> => {
  const [found] = await db.rows<ScheduledSend>(selectQuery, [db.userId, documentId], 'scheduled-sends.one')
  return found ?? null
}

/** @throws AppError 404 when the document has none */
export const getScheduledSend = async (db: UserDb, documentId: number): Promise<ScheduledSend> => {
  const found = await findScheduledSend(db, documentId)
  if (!found) throw notFound('Scheduled send')
  return found
}

export const toReply = ({ documentId: _, customerId: __, problemSince: ___, ...shown }: ScheduledSend) => ({
  ...shown,
  hasProblem: shown.problem !== null,
})

/** Credit notes are not scheduled. */
export type ScheduledType = 'invoice' | 'estimate'
export type LockedDocument = { type: ScheduledType; isDeleted: boolean }

/** Everything that writes a scheduled send locks its document first. */
export const lockDocument = async (db: UserDb, documentId: number): Promise<LockedDocument | null> => {
  const [found] = await db.rows<LockedDocument>(
    `select type, deleted_at is not null as "isDeleted" from documents where user_id = $1 and id = $2 for no key update`,
    [db.userId, documentId],
    'scheduled-sends.lock',
  )
  return found ?? null
}

/** Of a locked document, instead of the one it has. @throws AppError 409 when the account has too many */
export const saveScheduledSend = async (db: UserDb, type: DocumentType, send: ScheduledSend & { sendAt: Date }): Promise<void> => {
  // Two new ones at the same moment could both be the last that is allowed.
  await lockDocuments(db)
  const [{ count } = { count: 0 }] = await db.rows<{ count: number }>(
    'select count(*)::int from scheduled_sends where user_id = $1 and document_id <> $2',
    [db.userId, send.documentId],
  )
  if (count >= maxScheduledSends)
    throw new AppError(
      409,
      `You have ${maxScheduledSends.toLocaleString('en-US')} scheduled emails, and there can be no more. Cancel one first.`,
    )
  const { documentId, customerId, day, time, timeZone, sendAt, to, cc, copyToMe, subject, message } = send
  await db.rows(
    `insert into scheduled_sends (user_id, document_id, customer_id, day, time, time_zone, send_at, to_address, cc_addresses, copy_to_me, subject, message)
     values ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, ''), $10, $11, $12)
     on conflict (user_id, document_id) do update set customer_id = $3, day = $4, time = $5, time_zone = $6, send_at = $7, to_address = $8,
       cc_addresses = nullif($9, ''), copy_to_me = $10, subject = $11, message = $12, problem = null, problem_since = null, updated_at = excluded.updated_at`,
    [db.userId, documentId, customerId, day, time, timeZone, sendAt, to, cc.join(', '), copyToMe, subject, message],
    'scheduled-sends.save',
  )
  db.announce(`${type.name}s`)
  await sendSchedule.queue(db, { documentId }, sendAt)
}

type State = Pick<ScheduledSend, 'sendAt' | 'problem' | 'problemSince'>

export const saveState = async (
  db: UserDb,
  type: DocumentType['name'],
  documentId: number,
  { sendAt, problem, problemSince }: State,
): Promise<void> => {
  await db.rows(
    'update scheduled_sends set send_at = $3, problem = $4, problem_since = $5, updated_at = now() where user_id = $1 and document_id = $2',
    [db.userId, documentId, sendAt, problem, problemSince],
    'scheduled-sends.save-state',
  )
  db.announce(`${type}s`)
  if (sendAt) await sendSchedule.queue(db, { documentId }, sendAt)
}
