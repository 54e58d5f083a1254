import type { UserDb } from '#server/platform/db/client.ts'
import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { AppError } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { requeueEmail, storedEmail } from '#server/platform/invoice-emails.ts'
import { safeFileName } from '#server/platform/mail/text.ts'
import { rowNumber } from '#server/platform/row-number.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import { showDay } from '#shared/dates.ts'
import { mayEmail } from '#shared/invoice-rules.ts'
import { showMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { cantEmail, oneEmail, queueInvoiceEmail, queueSending } from './emails.ts'
import { invoiceFacts, usualMessage, usualSubject } from './invoice.mail.ts'
import { issueInvoice, partiesOf } from './issue.ts'
import { oneInvoice } from './read.ts'

type Deps = {
  absolute: (path: string) => string
  /** Queues the job of a payment's receipt once more; belongs to the payments. */
  queueReceipt: (db: UserDb, paymentId: number) => Promise<void>
}

const stored = storedAs(invoicesApi.sendEmail.reply)

/** Sending an invoice by e-mail, and looking what became of it. */
export const invoiceEmailRoutes = ({ absolute, queueReceipt }: Deps) => [
  route(invoicesApi.emailPreview, ({ user, params, today }) =>
    user.tx(async (db) => {
      const invoice = await oneInvoice(db, params.id, today)
      const { business, customer, publicId } = await partiesOf(db, invoice.id)
      const names = { businessName: business.name, customerName: customer.name, invoiceNumber: invoice.invoiceNumber }
      const facts = invoiceFacts({
        invoiceNumber: invoice.invoiceNumber,
        total: showMoney(invoice.total),
        balanceDue: showMoney(invoice.balanceDue),
        dueDate: showDay(invoice.dueDate),
      })
      return {
        to: invoice.customer.email,
        toName: customer.name,
        fromName: business.name,
        replyTo: business.email,
        subject: usualSubject(names),
        message: usualMessage(names),
        attachment: safeFileName(`${invoice.invoiceNumber}.pdf`),
        facts: facts.map(([label, value]) => ({ label, value })),
        payUrl: absolute(payPath(publicId)),
      }
    }),
  ),

  route(invoicesApi.sendEmail, ({ user, params, body, today, idempotency }) => {
    const send = async (db: UserDb) => {
      const draft = await oneInvoice(db, params.id, today)
      const may = mayEmail(draft)
      if (may !== true) throw cantEmail(may)
      if (draft.status === 'draft') await issueInvoice(db, params.id)
      const email = await queueInvoiceEmail(db, await oneInvoice(db, params.id, today), body)
      return { message: `Invoice ${draft.invoiceNumber} is on its way to ${email.to}`, emailedTo: email.to, email }
    }
    return user.tx((db) => once(db, idempotency, () => send(db), stored))
  }),

  route(invoicesApi.email, ({ user, params }) => user.tx(async (db) => oneEmail(db, params.id, rowNumber(params.emailId, 'E-mail')))),

  route(invoicesApi.retryEmail, ({ user, params, today }) =>
    user.tx(async (db) => {
      const { id: invoiceId } = params
      const invoice = await oneInvoice(db, invoiceId, today)
      const { id, kind } = await oneEmail(db, invoiceId, rowNumber(params.emailId, 'E-mail'))
      if (kind === 'invoice' && invoice.status === 'paid') throw cantEmail('already paid')
      if (!invoice.customer.email) throw cantEmail('no e-mail address')
      if (!(await requeueEmail(db, invoiceId, id, invoice.customer.email)))
        throw new AppError(409, 'The mail server has taken this e-mail already. Send the invoice again instead.')
      if (kind === 'invoice') {
        if (invoice.status === 'draft') await issueInvoice(db, invoiceId)
        await queueSending(db, id)
      } else await queueReceipt(db, (await storedEmail(db, id))!.paymentId!)
      return oneEmail(db, invoiceId, id)
    }),
  ),
]
