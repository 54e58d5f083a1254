import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { oneLine, severalLines } from '#server/platform/mail/text.ts'
import type { Day } from '#shared/dates.ts'
import type { AnyPaper } from './any-paper.ts'
import { emailOf, insertEmail, type PaperEmail } from './emails.ts'
import { partiesOf } from './issue.ts'
import type { PaperKind } from './kind.ts'
import { type MailWords, usualMessage, usualSubject } from './paper-mail.ts'

/** How one kind of paper goes out by e-mail. */
export type Mailing<Stored extends AnyPaper> = {
  of: PaperKind
  /** @throws AppError 404 */
  one(db: UserDb, id: number, today: Day): Promise<Stored>
  /** Lets whoever changes the paper at the same moment wait, where that matters. */
  hold?(db: UserDb, id: number): Promise<unknown>
  isDraft(paper: Stored): boolean
  /** May it go out? Or why not, for its owner. */
  may(paper: Stored): true | string
  /** What happened to a paper since its e-mail was queued, so that it mustn't go out any more ('was made a draft again'); null when nothing did. */
  tooLate(paper: Stored): string | null
  words(paper: Stored): MailWords
  /** Its page for the customer. */
  path(publicId: string): string
  /** Queues the job that sends an e-mail's row. */
  queue(db: UserDb, emailId: number, key: string): Promise<void>
}

/** The same for all kinds. */
export const noAddress = "Customer doesn't have an email address on file."

/** Queues the job that sends an e-mail's row; asked again, it runs at once. */
export const queueSending = <Stored extends AnyPaper>({ of, queue }: Mailing<Stored>, db: UserDb, emailId: number): Promise<void> =>
  queue(db, emailId, `email-${of.name}-${db.userId}-${emailId}`)

/**
 * Queues the e-mail that brings a paper to the address on its customer's record.
 * @param own the owner's own subject and text; what is empty or missing is said in the usual words
 * @throws AppError 409 when there is no address
 */
export const queuePaperEmail = async <Stored extends AnyPaper>(
  mailing: Mailing<Stored>,
  db: UserDb,
  paper: Stored,
  own: { subject?: string | undefined; message?: string | null | undefined } = {},
): Promise<PaperEmail> => {
  const { of } = mailing
  if (!paper.customer.email) throw new AppError(409, noAddress)
  const { business, customer } = await partiesOf(db, of, paper.id)
  const names = { businessName: business.name, customerName: customer.name, number: mailing.words(paper).number }
  const message = severalLines(own.message ?? '')
  const id = await insertEmail(db, of, {
    paperId: paper.id,
    to: paper.customer.email,
    subject: oneLine(own.subject ?? '') || usualSubject(of, names),
    message: message && message !== usualMessage(of, names) ? message : null,
  })
  await queueSending(mailing, db, id)
  return oneEmail(db, of, paper.id, id)
}

/** @throws AppError 404 */
export const oneEmail = async (db: UserDb, of: PaperKind, paperId: number, emailId: number): Promise<PaperEmail> => {
  const found = await emailOf(db, of, paperId, emailId)
  if (!found) throw notFound('E-mail')
  return found
}
