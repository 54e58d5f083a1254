import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type JobAttempt, maxJobAttempts } from '#server/platform/jobs/jobs.ts'
import { describeDeliveryError } from '#server/platform/mail/delivery-errors.ts'
import type { Mail, SendMail } from '#server/platform/mail/mail.ts'
import { MailRefusedError } from '#server/platform/mail/mail-sender.ts'
import { toSingleLine } from '#server/platform/mail/text.ts'
import { PdfRefusedError } from '#server/platform/pdf/pdf-renderer.ts'
import { countChangedRecipient } from './allowance.ts'
import { findStoredEmail, recordAttempt, type SendOutcome } from './store.ts'

type Deps = { database: Database; send: SendMail; log: (line: string) => void }

/** There is nothing to send, or nobody to send it to, whatever the mail server would say. */
export type Undeliverable = { undeliverable: string }

/** Where e-mails of one kind have their rows. */
type EmailRows<Email> = {
  /** null when there is no such row. */
  read(db: UserDb, emailId: number): Promise<Email | null>
  /** Writes down what came of one try. */
  note(db: UserDb, email: Email, outcome: SendOutcome): Promise<void>
  /** The address that was counted when it was queued; null: it isn't counted. */
  countedFor(email: Email): string | null
}

/** A courier for the e-mails that bring papers of a kind. */
export const createDocumentEmailSender = (of: DocumentType, deps: Deps) =>
  createEmailSender(
    {
      read: (db, id) => findStoredEmail(db, of, id),
      note: (db, email, outcome) => recordAttempt(db, of, email, outcome),
      countedFor: ({ isCounted, to }) => (isCounted ? to : null),
    },
    deps,
  )

/**
 * Sends an e-mail that has a row, once, and writes down what came of it. What the mail server refuses for good is 'failed', and so is one whose PDF can't be
 * drawn; what the server doesn't take now stays 'queued' and throws, so that the queue tries again, until the last try.
 */
export const createEmailSender = <Email extends { state: string }>(rows: EmailRows<Email>, { database, send, log }: Deps) => {
  // A retry may be asked for while the same message is on the wire: then it waits for that one's end, and looks again.
  const underWay = new Map<string, Promise<void>>()

  const deliver = async (userId: number, emailId: number, attempt: JobAttempt, write: (email: Email) => Promise<Mail | Undeliverable>) => {
    const email = await database.asUser(userId, (db) => rows.read(db, emailId))
    if (email?.state !== 'queued') return
    const note = (outcome: SendOutcome) => database.asUser(userId, (db) => rows.note(db, email, outcome))
    const failedTry = async (error: unknown, reason: string, to?: string) => {
      if (attempt.isLast) return note({ state: 'failed', reason: `${reason} Given up after ${maxJobAttempts} tries.`, ...(to && { to }) })
      // A database that is away at the same time must not hide why the mail didn't go.
      await note({ state: 'queued', reason, ...(to && { to }) }).catch(() => undefined)
      throw error
    }

    /** It goes to the address on record; queued for one's own, it would otherwise reach a stranger uncounted. */
    const counted = async (mail: Mail): Promise<Mail | Undeliverable> => {
      const before = rows.countedFor(email)
      if (before === null || before === mail.to.address) return mail
      try {
        await database.asUser(userId, (db) => countChangedRecipient(db, mail.to.address))
        return mail
      } catch (error) {
        if (error instanceof AppError && error.status === 429) return { undeliverable: error.message }
        throw error
      }
    }

    let mail: Mail | Undeliverable
    try {
      const written = await write(email)
      mail = 'undeliverable' in written ? written : await counted(written)
    } catch (error) {
      if (error instanceof PdfRefusedError) return note({ state: 'failed', reason: error.message })
      log(
        `E-mail ${emailId} of user ${userId} could not be written: ${toSingleLine(error instanceof Error ? error.message : String(error))}`,
      )
      return failedTry(error, "The e-mail could not be made: something is wrong on this side, not on the mail server's.")
    }
    if ('undeliverable' in mail) return note({ state: 'failed', reason: mail.undeliverable })
    const to = mail.to.address
    try {
      await send(mail)
    } catch (error) {
      if (error instanceof MailRefusedError) return note({ state: 'failed', reason: error.message, to })
      return failedTry(error, describeDeliveryError(error), to)
    }
    // When this fails, the next try says the same under the same message id.
    await note({ state: 'accepted', to })
  }

  return async (...[userId, emailId, ...rest]: Parameters<typeof deliver>): Promise<void> => {
    const key = `${userId}-${emailId}`
    while (underWay.has(key)) await underWay.get(key)!.catch(() => undefined)
    const work = deliver(userId, emailId, ...rest).finally(() => underWay.delete(key))
    underWay.set(key, work)
    await work
  }
}
