import { readReport } from '#features/reports/builders/read-report.ts'
import { toReportRequest } from '#features/reports/builders/report-request.ts'
import { getStatementDetails } from '#features/reports/builders/statement-details.ts'
import { getReportTexts, maxPdfRows, renderReportPdf } from '#features/reports/export/pdf.ts'
import { getBusiness } from '#server/domain/business/business.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { createEmailSender } from '#server/domain/documents/emails/deliver.ts'
import { ignoreNotFound } from '#server/domain/documents/emails/send.ts'
import { readMailBrand } from '#server/domain/documents/logo.ts'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import type { Services } from '#server/domain/services.ts'
import { type JobAttempt, runner } from '#server/platform/jobs/jobs.ts'
import { buildStatementMail } from './statement.mail.ts'
import {
  findStatementEmail,
  recordDeliveryAttempt,
  type StoredStatementEmail,
  sendScheduledStatementJob,
  sendStatementJob,
} from './statement-emails.ts'

export const sendStatementRunners = (services: Services) => {
  const { database, pdf, publicUrl, now } = services
  const deliver = createEmailSender(
    { read: findStatementEmail, record: recordDeliveryAttempt, countedFor: ({ toAddress }) => toAddress },
    services,
  )

  /** Read in one repeatable-read transaction, so that the email and the PDF have the same balance. */
  const read = (userId: number, { customerId, from, to }: StoredStatementEmail) =>
    database.atOneMoment(userId, async (db) => {
      const range = { from, to }
      const today = await getUserToday(db, now())
      const parts = await getStatementDetails(db, customerId, range, today)
      const business = await getBusiness(db)
      const texts = getReportTexts(business, parts)
      const request = { ...toReportRequest({ type: 'statement', ...range, customerId }, today, maxPdfRows), texts }
      const { report } = await readReport(db, request)
      return { business, report, parts, range, language: texts.locale }
    })

  const run = (userId: number, emailId: number, attempt: JobAttempt) =>
    deliver(userId, emailId, attempt, async (email) => {
      const found = await read(userId, email).catch(ignoreNotFound)
      if (!found) return { undeliverable: 'The customer was deleted before the statement was sent.' }
      const { business, report, parts, range, language } = found
      const { name, email: address } = parts.customer
      if (!address) return { undeliverable: "The customer's email address was removed before the statement was sent." }
      const { bytes, contentType, fileName } = await renderReportPdf({ pdf, account: getPdfAccount(userId) }, business, report, parts)
      return {
        ...buildStatementMail({
          businessName: business.name,
          brand: await readMailBrand(services, business),
          businessEmail: business.email,
          customerName: name,
          subject: email.subject,
          message: email.message,
          range,
          parts,
          language,
        }),
        to: { name, address },
        messageId: `<statement-${userId}-${email.customerId}-${email.id}@${publicUrl().hostname}>`,
        attachments: [{ fileName, contentType, bytes }],
      }
    })
  return [sendStatementJob, sendScheduledStatementJob].map((declared) =>
    runner(declared, ({ userId, emailId }, attempt) => run(userId, emailId, attempt)),
  )
}
