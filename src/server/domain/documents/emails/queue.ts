import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { getParties } from '#server/domain/documents/parties.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { toMultiline, toSingleLine } from '#server/platform/mail/text.ts'
import type { Day } from '#shared/dates.ts'
import { buildDefaultMessage, buildDefaultSubject, type DocumentEmailContent } from './document-mail.ts'
import { type DocumentEmail, findEmail, insertEmail } from './store.ts'

/** How one kind of paper goes out by e-mail. */
export type DocumentMailing<Stored extends AnyDocument> = {
  type: DocumentType
  /** @throws AppError 404 */
  get(db: UserDb, id: number, today: Day): Promise<Stored>
  /** Lets whoever changes the paper at the same moment wait, where that matters. */
  lock?(db: UserDb, id: number): Promise<unknown>
  isDraft(document: Stored): boolean
  /** May it go out? Or why not, for its owner. */
  mayEmail(document: Stored): true | string
  /** What happened to a paper since its e-mail was queued, so that it mustn't go out any more ('was made a draft again'); null when nothing did. */
  whyTooLate(document: Stored): string | null
  buildContent(document: Stored): DocumentEmailContent
  /** Its page for the customer. */
  path(publicId: string): string
  /** Queues the job that sends an e-mail's row. */
  queue(db: UserDb, emailId: number, key: string): Promise<void>
}

/** The same for all kinds. */
export const noAddressMessage = "Customer doesn't have an email address on file."

/** Queues the job that sends an e-mail's row; asked again, it runs at once. */
export const queueSend = <Stored extends AnyDocument>(
  { type, queue }: DocumentMailing<Stored>,
  db: UserDb,
  emailId: number,
): Promise<void> => queue(db, emailId, `email-${type.name}-${db.userId}-${emailId}`)

/**
 * Queues the e-mail that brings a paper to the address on its customer's record.
 * @param own the owner's own subject and text; what is empty or missing is said in the usual words
 * @throws AppError 409 when there is no address
 */
export const queueDocumentEmail = async <Stored extends AnyDocument>(
  mailing: DocumentMailing<Stored>,
  db: UserDb,
  document: Stored,
  own: { subject?: string | undefined; message?: string | null | undefined } = {},
): Promise<DocumentEmail> => {
  const { type } = mailing
  if (!document.customer.email) throw new AppError(409, noAddressMessage)
  const { business, customer } = await getParties(db, type, document.id)
  const names = { businessName: business.name, customerName: customer.name, number: mailing.buildContent(document).number }
  const message = toMultiline(own.message ?? '')
  const id = await insertEmail(db, type, {
    documentId: document.id,
    to: document.customer.email,
    subject: toSingleLine(own.subject ?? '') || buildDefaultSubject(type, names),
    message: message && message !== buildDefaultMessage(type, names) ? message : null,
  })
  await queueSend(mailing, db, id)
  return getEmail(db, type, document.id, id)
}

/** @throws AppError 404 */
export const getEmail = async (db: UserDb, of: DocumentType, documentId: number, emailId: number): Promise<DocumentEmail> => {
  const found = await findEmail(db, of, documentId, emailId)
  if (!found) throw notFound('E-mail')
  return found
}
