import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { mayEmail } from '#shared/invoice-rules.ts'
import { type EmailConfig, noAddress, type Refusal } from '#web/documents/email/send-email.ts'
import { call } from '#web/lib/api/client.ts'

type Mailed = Pick<InvoiceWire, 'id' | 'invoiceNumber'> & Partial<Pick<InvoiceWire, 'status' | 'total' | 'customer' | 'creditApplied'>>

const alreadyPaid: Refusal = { title: 'Invoice Already Paid', reason: 'This invoice has already been paid.' }

export const invoiceEmail: EmailConfig<Mailed> = {
  noun: 'invoice',
  getNumber: ({ invoiceNumber }) => invoiceNumber,
  getRefusal: ({ status, total, customer, creditApplied }) => {
    const may = status && total && customer ? mayEmail({ status, total, customer, ...(creditApplied && { creditApplied }) }) : true
    return may === true ? undefined : may === 'already paid' ? alreadyPaid : noAddress
  },
  getErrorTitle: (reason) => [alreadyPaid, noAddress].find((each) => each.reason === reason)?.title,
  send: ({ id, invoiceNumber, customer }, text, request) =>
    call(invoiceEndpoints.sendEmail, {
      params: { id },
      body: { ...(customer ? { customerEmail: customer.email, customerName: customer.name } : {}), invoiceNumber, ...text },
      ...request,
    }),
  fetchEmail: ({ id }, emailId) => call(invoiceEndpoints.email, { params: { id, emailId: String(emailId) } }),
  listPath: invoiceEndpoints.list.path,
  schedule: {
    read: (id, signal) => call(invoiceEndpoints.scheduledSend, { params: { id }, ...(signal && { signal }) }),
    save: (id, body, request) => call(invoiceEndpoints.scheduleSend, { params: { id }, body, ...request }),
    cancel: (id, request) => call(invoiceEndpoints.cancelSend, { params: { id }, ...request }),
  },
}
