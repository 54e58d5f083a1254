import type { SendOutcome } from '#server/domain/documents/emails/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { queueSend } from './queue.ts'

type NewEmail = {
  customerId: number
  to: string
  day: Day
  reminders: readonly { id: number; instalment: number; offsetDays: number | null }[]
  /** Of a reminder by hand; '' and null for the default ones. */
  words?: { subject: string; message: string | null }
}

export const insertReminderEmail = async (db: UserDb, { customerId, to, day, reminders, words }: NewEmail): Promise<void> => {
  const offsets = reminders.flatMap(({ offsetDays }) => (offsetDays === null ? [] : [offsetDays]))
  const isManual = offsets.length === 0
  // Of several rules, the words are those of the latest.
  const [made] = await db.rows<{ id: number }>(
    `insert into reminder_emails (user_id, customer_id, to_address, day, is_manual, subject, message)
     select $1, $2, $3, $4, $5, coalesce($7, r.subject, ''), coalesce($8, r.message)
     from (select 1) one left join reminder_rules r on r.user_id = $1 and r.offset_days = $6
     returning id`,
    [db.userId, customerId, to, day, isManual, isManual ? null : Math.max(...offsets), words?.subject ?? null, words?.message ?? null],
  )
  db.send(
    `insert into reminders (user_id, document_id, instalment, offset_days, email_id)
     select $1, n.document_id, n.instalment, n.offset_days, $5
     from unnest($2::bigint[], $3::smallint[], $4::smallint[]) n (document_id, instalment, offset_days)`,
    [
      ...[db.userId, reminders.map(({ id }) => id), reminders.map(({ instalment }) => instalment)],
      ...[reminders.map(({ offsetDays }) => offsetDays), made!.id],
    ],
  )
  db.announce('reminders')
  await queueSend(db, made!.id)
}

export type ReminderEmail = {
  id: number
  customerId: number
  toAddress: string
  day: Day
  isManual: boolean
  startedAt: Date | null
  state: 'queued' | 'accepted' | 'failed'
  reason: string | null
  /** Own words with placeholders; '' and null for the default ones. */
  subject: string
  message: string | null
}

export const lockReminderEmail = async (db: UserDb, id: number): Promise<ReminderEmail | null> => {
  const [found] = await db.rows<ReminderEmail>(
    `select id, customer_id as "customerId", to_address as "toAddress", day, is_manual as "isManual", started_at as "startedAt", state, reason, subject, message
     from reminder_emails where user_id = $1 and id = $2 for update`,
    [db.userId, id],
  )
  return found ?? null
}

type Recipient = {
  name: string
  /** The contact, or else the name. */
  greeted: string
  email: string
  language: DocumentLanguage | null
}

export const readRecipient = async (db: UserDb, customerId: number): Promise<Recipient> => {
  const [customer] = await db.rows<Recipient>(
    `select name, coalesce(nullif(contact_name, ''), name) as greeted, email, language from customers where user_id = $1 and id = $2`,
    [db.userId, customerId],
  )
  return customer!
}

/** Without those that were left out since; the email is about these instalments. */
export const listRemindedInvoices = (db: UserDb, emailId: number): Promise<{ id: number; instalment: number }[]> =>
  db.rows('select document_id as id, instalment from reminders where user_id = $1 and email_id = $2 and reason is null', [
    db.userId,
    emailId,
  ])

export const recordReminderAttempt = async (db: UserDb, { id, isManual }: ReminderEmail, outcome: SendOutcome): Promise<void> => {
  await db.rows(
    `update reminder_emails set state = $3, reason = $4, attempts = attempts + 1, settled_at = ${outcome.state === 'queued' ? 'null' : 'now()'},
       to_address = coalesce($5, to_address)
     where user_id = $1 and id = $2`,
    [db.userId, id, outcome.state, outcome.state === 'accepted' ? null : outcome.reason, outcome.to ?? null],
  )
  db.announce('reminders')
  if (outcome.state !== 'accepted') return
  for (const { id: invoiceId } of await listRemindedInvoices(db, id))
    recordEvent(
      db,
      { type: 'invoice', id: invoiceId },
      'reminded',
      [{ field: 'Recipient', before: null, after: outcome.to }],
      isManual ? null : 'Billfold',
    )
}
