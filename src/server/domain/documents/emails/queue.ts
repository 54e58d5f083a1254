import { z } from 'zod'
import { getLocale } from '#server/domain/business/business.ts'
import { type DocumentType, getNumber, type StoredDocument } from '#server/domain/documents/document-type.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { removeScheduledSend } from '#server/domain/documents/lifecycle/scheduled-send.ts'
import { getGreetingName, getParties } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { enqueue, type Job, job } from '#server/platform/jobs/jobs.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import { toMultiline, toSingleLine } from '#server/platform/text/plain-text.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import type { Day } from '#shared/dates.ts'
import { mayEmailDocument, noAddress } from '#shared/document-status.ts'
import { type DocumentKind, documentKinds } from '#shared/record-types.ts'
import { buildDefaultMessage, buildDefaultSubject, type DocumentEmailContent } from './document-mail.ts'
import { chooseRecipients, getCustomerAddresses, getOwnAddress } from './recipients.ts'
import { type DocumentEmail, findEmail, holdMs, insertEmail } from './store.ts'

export type DocumentMailing<Stored extends StoredDocument> = {
  type: DocumentType
  /** @throws AppError 404 */
  get(db: UserDb, id: number, today: Day): Promise<Stored>
  lock?(db: UserDb, id: number): Promise<unknown>
  /** True, or a message for the owner that says why it can't be sent. `mayEmailDocument`, if missing. */
  mayEmail?(document: Stored): true | string
  /** Does more than `issueDocument` with a draft. @param by null for the owner @throws AppError as that does */
  issue?(db: UserDb, id: number, today: Day, by: Actor | null): Promise<unknown>
  /** By its status, besides the usual ones: why an email queued earlier must no longer be sent ('was accepted'). */
  tooLate?: Readonly<Record<string, string>>
  buildContent(document: Stored, texts: Texts): Omit<DocumentEmailContent, 'number' | 'button'> & Partial<DocumentEmailContent>
  /** A further paragraph for the customer, whatever message the owner wrote; null for none. */
  readNotice?(db: UserDb, id: number, texts: Texts): Promise<string | null>
}

const usuallyTooLate: Readonly<Record<string, string>> = { draft: 'was changed back to a draft', voided: 'was voided' }

/** Null while it can be sent. */
export const findTooLate = <Stored extends StoredDocument>({ tooLate }: DocumentMailing<Stored>, { status }: Stored): string | null =>
  tooLate?.[status] ?? usuallyTooLate[status] ?? null

export const getEmailContent = <Stored extends StoredDocument>(
  { type, buildContent }: DocumentMailing<Stored>,
  document: Stored,
  texts: Texts,
): DocumentEmailContent => ({
  number: toSingleLine(getNumber(type, document)),
  button: texts.find(`View ${type.noun}`),
  ...buildContent(document, texts),
})

/** The jobs that send the emails of each type: 'estimates.send', and what a schedule sends in a lane of its own. */
export const sendJobs = Object.fromEntries(
  documentKinds.map((kind) => [
    kind,
    {
      now: job(`${kind}s.send`, { emailId: z.int() }),
      scheduled: job(`${kind}s.send-scheduled`, { emailId: z.int() }, { lane: 'scheduled' }),
    },
  ]),
) as Record<DocumentKind, Record<'now' | 'scheduled', Job<z.ZodObject<{ userId: z.ZodInt; emailId: z.ZodInt }>>>>

/** Queued again, the job runs at once. */
export const queueSend = (
  { type }: { type: DocumentType },
  db: UserDb,
  emailId: number,
  { isScheduled = false, ...options }: { runAt?: Date; isScheduled?: boolean } = {},
): Promise<void> => {
  const { now, scheduled } = sendJobs[type.name]
  const key = `email-${type.name}-${db.userId}-${emailId}`
  return enqueue(db, isScheduled ? scheduled : now, { userId: db.userId, emailId }, { key, ...options })
}

/** What is missing is replaced by the default. */
type Custom = {
  subject?: string | undefined
  message?: string | null | undefined
  to?: string | undefined
  cc?: readonly string[] | undefined
  copyToMe?: boolean | undefined
}

/** @throws AppError 409 with the reason why the document can't be emailed */
export const refuseUnlessAllowed = <Stored extends StoredDocument>({ type, mayEmail }: DocumentMailing<Stored>, document: Stored): void => {
  const may = mayEmail ? mayEmail(document) : mayEmailDocument(type.noun, document)
  if (may !== true) throw new AppError(409, may)
}

/**
 * A draft is issued first, after which its date may make it unsendable.
 * @throws AppError 404, 409 when it can't be emailed, and as `issueDocument` does @param by null for the owner
 */
export const getSendable = async <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  db: UserDb,
  id: number,
  today: Day,
  by: Actor | null = null,
): Promise<Stored> => {
  const document = await mailing.get(db, id, today)
  refuseUnlessAllowed(mailing, document)
  if (document.status !== 'draft') return document
  await (mailing.issue?.(db, id, today, by) ?? issueDocument(db, mailing.type, id, by))
  const issued = await mailing.get(db, id, today)
  refuseUnlessAllowed(mailing, issued)
  return issued
}

/** A draft is issued first. @throws as `getSendable` and `queueDocumentEmail` @param isScheduled by its schedule, not by the owner */
export const sendDocument = async <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  db: UserDb,
  { id, today, isScheduled = false }: { id: number; today: Day; isScheduled?: boolean },
  custom: Custom | undefined,
): Promise<{ document: Stored; email: DocumentEmail }> => {
  await mailing.lock?.(db, id)
  const document = await getSendable(mailing, db, id, today, isScheduled ? 'Billfold' : null)
  const email = await queueDocumentEmail(mailing, db, document, custom, { isScheduled })
  removeScheduledSend(db, mailing.type, id)
  return { document, email }
}

/** `to` and `cc` are on the customer's record. @throws AppError 400 for another address, 409 without one, 429 at the account's limit */
export const queueDocumentEmail = async <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  db: UserDb,
  document: Stored,
  custom: Custom = {},
  { isHeld = false, isScheduled = false }: { isHeld?: boolean | undefined; isScheduled?: boolean } = {},
): Promise<DocumentEmail> => {
  const { type } = mailing
  const recipients = chooseRecipients(await getCustomerAddresses(db, document.id), custom)
  if (!recipients) throw new AppError(409, noAddress)
  const { business, customer } = await getParties(db, document.id)
  const names = { businessName: business.name, customerName: getGreetingName(customer), number: toSingleLine(getNumber(type, document)) }
  const texts = textsIn(getLocale(business))
  const message = toMultiline(custom.message ?? '')
  const id = await insertEmail(db, {
    documentId: document.id,
    ...recipients,
    copyTo: custom.copyToMe ? await getOwnAddress(db) : null,
    subject: toSingleLine(custom.subject ?? '') || buildDefaultSubject(type, names, texts),
    message: message && message !== buildDefaultMessage(type, names, texts) ? message : null,
    isHeld,
  })
  const email = await getEmail(db, type, document.id, id)
  await queueSend(mailing, db, id, { isScheduled, ...(isHeld && { runAt: new Date(email.queuedAt.getTime() + holdMs) }) })
  return email
}

/** @throws AppError 404 */
export const getEmail = async (db: UserDb, type: DocumentType, documentId: number, emailId: number): Promise<DocumentEmail> => {
  const found = await findEmail(db, type, documentId, emailId)
  if (!found) throw notFound('Email')
  return found
}
