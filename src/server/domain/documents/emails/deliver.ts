import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type JobAttempt, maxJobAttempts } from '#server/platform/jobs/jobs.ts'
import {
  describeDeliveryError,
  MailRefusedError,
  PartlyAcceptedError,
  type RecipientResults,
} from '#server/platform/mail/delivery-errors.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { explainFailure } from '#server/platform/mail/reports/failure-reasons.ts'
import { PdfRefusedError } from '#server/platform/pdf/pdf-errors.ts'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { countChangedRecipient } from './allowance.ts'
import { describeRefusal, listBounced, markBounced } from './bounced-addresses.ts'
import { findStoredEmail, recordAttempt, type SendOutcome } from './store.ts'

export type Undeliverable = { undeliverable: string }

type EmailRows<Email> = {
  read(db: UserDb, emailId: number): Promise<Email | null>
  record(db: UserDb, email: Email, outcome: SendOutcome): Promise<void>
  /** The address for which the email was counted when it was queued; null when it isn't counted. */
  countedFor(email: Email): string | null
}

/** Marks the customer's addresses of which the mail server said that they don't exist. */
const markRefused = async (db: UserDb, { to, cc = [] }: Mail, { refused }: RecipientResults): Promise<void> => {
  const written = [to.address, ...cc].map((address) => address.toLowerCase())
  for (const { address, response, isPermanent } of refused) {
    const { isDead, reason } = explainFailure(null, response)
    if (isPermanent && isDead && written.includes(address.toLowerCase())) await markBounced(db, address, 'bounce', reason)
  }
}

const describeRefusedCopies = ({ refused }: RecipientResults): string[] =>
  refused.map(({ address, response }) => `The copy to ${address} was refused: ${explainFailure(null, response).reason}.`)

const joinReasons = (sentences: readonly string[]): string | null => sentences.join(' ') || null

export const createDocumentEmailSender = (type: DocumentType, services: Services) =>
  createEmailSender(
    {
      read: (db, id) => findStoredEmail(db, type, id),
      record: (db, email, outcome) => recordAttempt(db, email, outcome),
      countedFor: ({ isCounted, to }) => (isCounted ? to : null),
    },
    services,
  )

/** 'failed' when refused for good or without a PDF; after a temporary error it stays 'queued' and throws, so that the job is retried. */
export const createEmailSender = <Email extends { state: string }>(rows: EmailRows<Email>, { database, send, log }: Services) => {
  // A retry can be requested during a delivery of the same email: it waits for its end and then reads the state again.
  const inProgress = new Map<string, Promise<void>>()

  const deliver = async (
    userId: number,
    emailId: number,
    attempt: JobAttempt,
    compose: (email: Email) => Promise<Mail | Undeliverable>,
  ) => {
    const email = await database.asUser(userId, (db) => rows.read(db, emailId))
    if (email?.state !== 'queued') return
    const record = (outcome: SendOutcome) => database.asUser(userId, (db) => rows.record(db, email, outcome))
    const recordFailure = async (error: unknown, reason: string, about: Pick<SendOutcome, 'reached'> & { to?: string } = {}) => {
      if (attempt.isLast) return record({ state: 'failed', reason: `${reason} Gave up after ${maxJobAttempts} attempts.`, ...about })
      // If the database is unavailable too, the original error is the one to report.
      await record({ state: 'queued', reason, ...about }).catch(() => undefined)
      throw error
    }

    /** The email is sent to the address on record. If that changed since it was queued (e.g. from the user's own address), it is counted now. */
    const countIfRecipientChanged = async (mail: Mail): Promise<Mail | Undeliverable> => {
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

    const leftOut: string[] = []
    /** Whatever queued the email: an address that gets no emails is not written to. */
    const withoutBounced = async (mail: Mail): Promise<Mail | Undeliverable> => {
      const { to, cc = [] } = mail
      const marks = await database.asUser(userId, (db) => listBounced(db, [to.address, ...cc]))
      const find = (address: string) => marks.find((mark) => mark.address === address.toLowerCase())
      const mark = find(to.address)
      if (mark) return { undeliverable: describeRefusal(mark) }
      leftOut.push(...marks.map(describeRefusal))
      return marks.length === 0 ? mail : { ...mail, cc: cc.filter((address) => !find(address)) }
    }

    /** Each recipient has its own result: the main one's is the email's, and copies that were refused are told beside it. */
    const recordResults = async (sent: Mail, error: unknown) => {
      const to = sent.to.address
      const isRefused = error instanceof MailRefusedError
      const results = isRefused || error instanceof PartlyAcceptedError ? error.recipients : { accepted: sent.reached ?? [], refused: [] }
      const reason = isRefused ? error.message : describeDeliveryError(error)
      const isFinal =
        attempt.isLast || isRefused || (error instanceof PartlyAcceptedError && results.refused.every(({ isPermanent }) => isPermanent))
      if (results.accepted.some((address) => address.toLowerCase() === to.toLowerCase()) && isFinal)
        await record({
          state: 'accepted',
          to,
          reason: joinReasons([...leftOut, ...describeRefusedCopies(results)]) ?? `Not all copies were sent. ${reason}`,
        })
      else if (isRefused) await record({ state: 'failed', reason, to, reached: results.accepted })
      // The next attempt goes to the recipients that this one didn't reach.
      else await recordFailure(error, reason, { to, reached: results.accepted })
      await database.asUser(userId, (db) => markRefused(db, sent, results))
    }

    let mail: Mail | Undeliverable
    try {
      const composed = await compose(email)
      mail = 'undeliverable' in composed ? composed : await withoutBounced(composed)
      if (!('undeliverable' in mail)) mail = await countIfRecipientChanged(mail)
    } catch (error) {
      if (error instanceof PdfRefusedError) return record({ state: 'failed', reason: error.message })
      log(
        `Email ${emailId} of user ${userId} could not be created: ${toSingleLine(error instanceof Error ? error.message : String(error))}`,
      )
      return recordFailure(error, "The email couldn't be created because of an internal error. The mail server isn't the cause.")
    }
    if ('undeliverable' in mail) return record({ state: 'failed', reason: mail.undeliverable })
    const sent = mail
    const to = sent.to.address
    try {
      await send(sent)
    } catch (error) {
      return recordResults(sent, error)
    }
    // If this fails, the next attempt sends the same message with the same message id.
    await record({ state: 'accepted', to, reason: joinReasons(leftOut) })
  }

  return async (...[userId, emailId, ...rest]: Parameters<typeof deliver>): Promise<void> => {
    const key = `${userId}-${emailId}`
    while (inProgress.has(key)) await inProgress.get(key)!.catch(() => undefined)
    const delivery = deliver(userId, emailId, ...rest).finally(() => inProgress.delete(key))
    inProgress.set(key, delivery)
    await delivery
  }
}
