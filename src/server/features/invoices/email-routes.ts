import { AppError } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { invoicesApi } from '#shared/api/invoices.ts'
import { mayEmail } from '#shared/invoice-rules.ts'
import { queueInvoiceEmail } from './emails.ts'
import { issueInvoice } from './issue.ts'
import { oneInvoice } from './read.ts'

/** Sending an invoice by e-mail, and looking what became of it. */
export const invoiceEmailRoutes = () => [
  route(invoicesApi.sendEmail, ({ user, params, today }) =>
    user.tx(async (db) => {
      const invoice = await oneInvoice(db, params.id, today)
      const may = mayEmail(invoice)
      if (may === 'already paid') throw new AppError(409, 'This invoice has already been paid.')
      if (may === 'no e-mail address') throw new AppError(409, "Customer doesn't have an email address on file.")
      if (invoice.status === 'draft') await issueInvoice(db, params.id)
      await queueInvoiceEmail(db, invoice)
      const emailedTo = invoice.customer.email!
      return { message: `Invoice ${invoice.invoiceNumber} is on its way to ${emailedTo}`, emailedTo } as never
    }),
  ),
]
