import { courierOf } from '#server/papers/deliver-email.ts'
import { accountOf } from '#server/papers/pdf-reply.ts'
import { unlessGone } from '#server/papers/send-email.ts'
import { businessOf } from '#server/platform/business.ts'
import type { Database } from '#server/platform/db/client.ts'
import { runner } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import { usersToday } from '#server/platform/users-today.ts'
import { askedOf } from './asked.ts'
import { readReport } from './read.ts'
import { mostRows, reportPdf } from './report-pdf.ts'
import { statementMail } from './statement-email.mail.ts'
import { noteStatementTry, type StoredStatementEmail, sendStatementJob, storedStatementEmail } from './statement-emails.ts'
import { statementParts } from './statement-parts.ts'

type Deps = {
  database: Database
  pdf: PdfRenderer
  send: SendMail
  publicUrl: () => URL
  now: () => Date
  log: (line: string) => void
}

/** Sends a customer his statement as it stands at this moment, to the address on his record. */
export const sendStatementRunner = (deps: Deps) => {
  const { database, pdf, publicUrl, now } = deps
  const deliver = courierOf({ read: storedStatementEmail, note: noteStatementTry, countedFor: ({ toAddress }) => toAddress }, deps)

  /** All of one moment: what the letter says of the balance is what the paper says. */
  const read = (userId: number, { customerId, from, to }: StoredStatementEmail) =>
    database.atOneMoment(userId, async (db) => {
      const range = { from, to }
      const today = await usersToday(db, now())
      const parts = await statementParts(db, customerId, range, today)
      const { report } = await readReport(db, askedOf({ type: 'statement', ...range, customerId }, today, mostRows))
      return { business: await businessOf(db), report, parts, range }
    })

  return runner(sendStatementJob, ({ userId, emailId }, attempt) =>
    deliver(userId, emailId, attempt, async (email) => {
      const found = await read(userId, email).catch(unlessGone)
      if (!found) return { undeliverable: 'The customer was deleted before the statement was sent.' }
      const { business, report, parts, range } = found
      const { name, email: address } = parts.customer
      if (!address) return { undeliverable: "The customer's e-mail address was removed before the statement was sent." }
      const { bytes, contentType, fileName } = await reportPdf({ pdf, account: accountOf(userId) }, business, report, parts)
      return {
        ...statementMail({
          businessName: business.name,
          businessEmail: business.email,
          customerName: name,
          subject: email.subject,
          message: email.message,
          range,
          parts,
        }),
        to: { name, address },
        messageId: `<statement-${userId}-${email.customerId}-${email.id}@${publicUrl().hostname}>`,
        attachments: [{ fileName, contentType, bytes }],
      }
    }),
  )
}
