import type { Database } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Try } from '#server/platform/jobs.ts'
import type { SendMail } from '#server/platform/mail/mail.ts'
import type { PdfRenderer } from '#server/platform/pdf/pdf.ts'
import type { AnyPaper } from './any-paper.ts'
import { emailCourier } from './deliver-email.ts'
import { paperFileName } from './file-names.ts'
import type { Mailing } from './mailing.ts'
import { paperMail } from './paper-mail.ts'
import { accountOf } from './pdf-reply.ts'
import type { PrintedPapers } from './printed.ts'

type Deps<Stored> = {
  database: Database
  papers: PrintedPapers<Stored>
  pdf: PdfRenderer
  send: SendMail
  publicUrl: () => URL
  log: (line: string) => void
}

/** Only 'there is no such paper' counts as gone: a database that is away must not cost the customer his mail. For the `catch` of a reading. */
export const unlessGone = (error: unknown): null => {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/** What the job of an e-mail does: sends its paper, as it stands now, to the address on its customer's record. */
export const paperSender = <Stored extends AnyPaper>(mailing: Mailing<Stored>, deps: Deps<Stored>) => {
  const { database, papers, pdf, publicUrl } = deps
  const { of } = mailing
  const deliver = emailCourier(of, deps)

  return (userId: number, emailId: number, attempt: Try): Promise<void> =>
    deliver(userId, emailId, attempt, async ({ paperId, subject, message }) => {
      const found = await database.asUser(userId, (db) => papers.read(db, paperId)).catch(unlessGone)
      if (!found) return { undeliverable: `The ${of.name} was deleted before it was sent.` }
      const { stored, parties, paper } = found
      const tooLate = mailing.tooLate(stored)
      if (tooLate) return { undeliverable: `The ${of.name} ${tooLate} before it was sent.` }
      const address = stored.customer.email
      if (!address) return { undeliverable: `The customer's e-mail address was removed before the ${of.name} was sent.` }
      const bytes = await pdf.render(paper, accountOf(userId))
      const { business, customer, publicId } = parties
      const words = mailing.words(stored)
      return {
        ...paperMail(of, words, {
          businessName: business.name,
          contactName: business.contactName,
          businessEmail: business.email,
          customerName: customer.name,
          url: new URL(mailing.path(publicId), publicUrl()).href,
          subject,
          message,
        }),
        to: { name: customer.name, address },
        messageId: `<${of.name}-${userId}-${paperId}-${emailId}@${publicUrl().hostname}>`,
        attachments: [{ fileName: paperFileName(of.title, words.number), contentType: 'application/pdf', bytes }],
      }
    })
}
