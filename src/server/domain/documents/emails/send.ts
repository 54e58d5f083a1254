import { getLocale } from '#server/domain/business/business.ts'
import type { StoredDocument } from '#server/domain/documents/document-type.ts'
import { readMailBrand } from '#server/domain/documents/logo.ts'
import { getGreetingName } from '#server/domain/documents/parties.ts'
import type { DocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import { getPdfAccount } from '#server/domain/documents/pdf/reply.ts'
import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type JobAttempt, type JobRunner, runner } from '#server/platform/jobs/jobs.ts'
import { textsIn } from '#shared/customer-texts.ts'
import { documentFileName } from '#shared/file-names.ts'
import { getPublicPath } from '#shared/paths.ts'
import { createDocumentEmailSender } from './deliver.ts'
import { buildDocumentMail, type DocumentEmailContent, type Fact } from './document-mail.ts'
import { type DocumentMailing, findTooLate, getEmailContent, sendJobs } from './queue.ts'
import { getCustomerAddresses, keepOnRecord } from './recipients.ts'

/** For `catch`: any error but a 404, e.g. an unavailable database, is rethrown so that the job is retried. */
export const ignoreNotFound = (error: unknown): null => {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/** The job sends the document as it is then, to the address on its customer's record. */
const createDocumentSender = <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  documents: DocumentReader<Stored>,
  services: Services,
) => {
  const { database, pdf, publicUrl } = services
  const { type } = mailing
  const deliver = createDocumentEmailSender(type, services)

  return (userId: number, emailId: number, attempt: JobAttempt): Promise<void> =>
    deliver(userId, emailId, attempt, async ({ documentId, subject, message, copyTo, reached, ...chosen }) => {
      const found = await database
        .asUser(userId, async (db) => {
          const read = await documents.read(db, documentId)
          const texts = textsIn(getLocale(read.parties.business))
          const notice = (await mailing.readNotice?.(db, documentId, texts)) ?? null
          return { ...read, texts, notice, addresses: await getCustomerAddresses(db, documentId) }
        })
        .catch(ignoreNotFound)
      if (!found) return { undeliverable: `The ${type.noun} was deleted before it was sent.` }
      const { stored, parties, document, addresses, texts, notice } = found
      const reason = findTooLate(mailing, stored)
      if (reason) return { undeliverable: `The ${type.noun} ${reason} before it was sent.` }
      const recipients = keepOnRecord(addresses, chosen)
      if (!recipients) return { undeliverable: `The customer's email address was removed before the ${type.noun} was sent.` }
      const bytes = await pdf.render(document, getPdfAccount(userId))
      const { business, customer, publicId } = parties
      const said = getEmailContent(mailing, stored, texts)
      const transfer = (document.transfer?.rows ?? []).map(({ label, value }): Fact => [label, value])
      const content: DocumentEmailContent = { ...said, facts: [...said.facts, ...transfer] }
      return {
        ...buildDocumentMail(type, content, {
          businessName: business.name,
          brand: await readMailBrand(services, business),
          contactName: business.contactName,
          businessEmail: business.email,
          customerName: getGreetingName(customer),
          url: new URL(getPublicPath(type.name, publicId), publicUrl()).href,
          subject,
          message,
          notice,
          language: texts.locale,
        }),
        to: { name: customer.name, address: recipients.to },
        reached,
        cc: recipients.cc,
        bcc: copyTo === null ? [] : [copyTo],
        messageId: `<${type.name}-${userId}-${documentId}-${emailId}@${publicUrl().hostname}>`,
        attachments: [{ fileName: documentFileName(texts.find(type.title), content.number), contentType: 'application/pdf', bytes }],
      }
    })
}

/** The runners of a type's emails; a type without drafts schedules none. */
export const createSendRunners = <Stored extends StoredDocument>(
  mailing: DocumentMailing<Stored>,
  documents: DocumentReader<Stored>,
  services: Services,
): JobRunner[] => {
  const send = createDocumentSender(mailing, documents, services)
  const { now, scheduled } = sendJobs[mailing.type.name]
  return (mailing.type.hasDrafts ? [now, scheduled] : [now]).map((declared) =>
    runner(declared, ({ userId, emailId }, attempt) => send(userId, emailId, attempt)),
  )
}
