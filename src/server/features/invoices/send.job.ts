import { getUserToday } from '#server/domain/business/user-today.ts'
import { documentSender, ignoreNotFound } from '#server/domain/documents/emails/send.ts'
import { runner } from '#server/platform/jobs/jobs.ts'
import { invoiceMailing, queueInvoiceEmail, sendInvoiceJob } from './emails.ts'
import { getInvoice, type Invoice } from './read.ts'

type Deps = Parameters<typeof documentSender<Invoice>>[1] & { now: () => Date }

/** Runs `sendInvoiceJob`. */
export const sendInvoiceRunner = (deps: Deps) => {
  const { database, now } = deps
  const send = documentSender(invoiceMailing, deps)

  const giveRow = (userId: number, invoiceId: number) =>
    database.asUser(userId, async (db) => {
      const invoice = await getInvoice(db, invoiceId, await getUserToday(db, now())).catch(ignoreNotFound)
      if (invoice?.customer.email) await queueInvoiceEmail(db, invoice)
    })

  return runner(sendInvoiceJob, async ({ userId, emailId, invoiceId }, attempt) => {
    if (emailId !== undefined) await send(userId, emailId, attempt)
    else if (invoiceId !== undefined) await giveRow(userId, invoiceId)
  })
}
