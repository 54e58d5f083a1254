import { getLocale } from '#server/domain/business/business.ts'
import { type DocumentType, getNumber, type StoredDocument } from '#server/domain/documents/document-type.ts'
import { buildDefaultMessage, buildDefaultSubject } from '#server/domain/documents/emails/document-mail.ts'
import { type DocumentMailing, refuseUnlessAllowed } from '#server/domain/documents/emails/queue.ts'
import { chooseRecipients, getCustomerAddresses } from '#server/domain/documents/emails/recipients.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { giveNumber, lockUnnumbered } from '#server/domain/documents/lifecycle/own-number.ts'
import { removeScheduledSend } from '#server/domain/documents/lifecycle/scheduled-send.ts'
import { getGreetingName, getParties } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import { toMultiline, toSingleLine } from '#server/platform/text/plain-text.ts'
import type { estimatesApi } from '#shared/contract/estimates.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import { maxDaysAhead, type ScheduledSendInput } from '#shared/contract/scheduled-sends.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { addDays, type Day, formatDay, today as getToday } from '#shared/dates.ts'
import { noAddress } from '#shared/document-status.ts'
import { toInstant } from '#shared/zoned-time.ts'
import { findScheduledSend, getScheduledSend, lockDocument, type ScheduledSend, saveScheduledSend, toReply } from './store.ts'

type ScheduleApi = Pick<typeof invoicesApi | typeof estimatesApi, 'scheduledSend' | 'scheduleSend' | 'cancelSend'>

const refuseField = (path: string, message: string) => new AppError(400, message, { issues: [{ path, message }] })

/** @throws AppError 400 for a time that has passed, or is too far ahead */
const toSendAt = ({ day, time, timeZone }: ScheduledSendInput, now: Date): Date => {
  const today = getToday(now, timeZone)
  if (day < today) throw refuseField('day', 'Date must not be in the past')
  if (day > addDays(today, maxDaysAhead))
    throw refuseField('day', `Date must be within a year, until ${formatDay(addDays(today, maxDaysAhead))}`)
  const sendAt = toInstant(day, time, timeZone)
  if (sendAt <= now) throw refuseField('time', 'Time must be in the future')
  return sendAt
}

const formatTime = ({ day, time, timeZone }: Pick<ScheduledSend, 'day' | 'time' | 'timeZone'>) =>
  `${formatDay(day)} ${time} (${timeZone.replaceAll('_', ' ')})`

type Request = { id: number; input: ScheduledSendInput; today: Day; now: Date }

/** @throws AppError 404; 400 at the time, or an address that is not on record; 409 when it can't be emailed, or there are too many */
const schedule = async <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  db: UserDb,
  { id, input, today, now }: Request,
): Promise<ScheduledSend> => {
  const { type } = mailing
  await lockForSchedule(db, type, id)
  const document = await mailing.get(db, id, today)
  refuseUnlessAllowed(mailing, document)
  const sendAt = toSendAt(input, now)
  if (!chooseRecipients(await getCustomerAddresses(db, id), input)) throw new AppError(409, noAddress)
  const { business, customer } = await getParties(db, id)
  const names = { businessName: business.name, customerName: getGreetingName(customer), number: getNumber(type, document) }
  const texts = textsIn(getLocale(business))
  // Words that the owner did not change follow the document until it is sent.
  const [typedSubject, typedMessage] = [toSingleLine(input.subject ?? ''), toMultiline(input.message ?? '')]
  const subject = typedSubject && typedSubject !== buildDefaultSubject(type, names, texts) ? typedSubject : null
  const message = typedMessage && typedMessage !== buildDefaultMessage(type, names, texts) ? typedMessage : null
  // Until then it could get another number than the one in these words.
  const unnumbered = `${subject}\n${message}`.includes(names.number) ? await lockUnnumbered(db, type, id) : undefined
  if (unnumbered) await giveNumber(db, type, unnumbered)
  const before = await findScheduledSend(db, id)
  const { day, time, timeZone, to = null, cc = [], copyToMe = false } = input
  await saveScheduledSend(db, type, {
    ...{ documentId: id, customerId: document.customerId, day, time, timeZone, sendAt, to, copyToMe },
    cc: [...cc],
    subject,
    message,
    ...{ problem: null, problemSince: null },
  })
  await recordEvent(db, type, id, 'scheduled', [{ field: 'Send on', before: before && formatTime(before), after: formatTime(input) }])
  return getScheduledSend(db, id)
}

/** @throws AppError 404 when there is no such document, or it is deleted */
const lockForSchedule = async (db: UserDb, type: DocumentType, id: number): Promise<void> => {
  const locked = await lockDocument(db, id)
  if (locked?.type !== type.name || locked.isDeleted) throw notFound(type.title)
}

/** @throws AppError 404 */
const cancel = async (db: UserDb, type: DocumentType, id: number): Promise<void> => {
  await lockForSchedule(db, type, id)
  const before = await getScheduledSend(db, id)
  removeScheduledSend(db, type, id)
  await recordEvent(db, type, id, 'unscheduled', [{ field: 'Send on', before: formatTime(before), after: null }])
}

export const scheduledSendRoutes = <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  api: ScheduleApi,
  { now }: { now: () => Date },
): Route[] => [
  route(api.scheduledSend, ({ user, params, today }) =>
    user.tx(async (db) => {
      await mailing.get(db, params.id, today)
      const found = await findScheduledSend(db, params.id)
      return found && toReply(found)
    }),
  ),
  idempotentRoute(api.scheduleSend, ({ user, params: { id }, body, today, idempotent }) =>
    user.tx((db) => idempotent(db, async () => toReply(await schedule(mailing, db, { id, input: body, today, now: now() })))),
  ),
  idempotentRoute(api.cancelSend, ({ user, params, idempotent }) =>
    user.tx((db) => idempotent(db, () => cancel(db, mailing.type, params.id))),
  ),
]
