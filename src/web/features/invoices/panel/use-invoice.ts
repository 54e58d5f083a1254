import type { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, invoiceHistory } from '#shared/contract/invoices.ts'
import { useDocument, useDocumentHistory } from '#web/documents/panel/use-document.ts'
import { call } from '#web/lib/api/client.ts'

/** One invoice as it is now; a row of the list stands in until it is here. */
export const useInvoice = (id: number, listed: InvoiceWire | undefined) =>
  useDocument(invoiceEndpoints.list.path, id, listed, (signal) => call(invoiceEndpoints.one, { params: { id }, signal }))

export type InvoiceHistory = z.input<typeof invoiceHistory>

const soonMs = 3000
const laterMs = 15_000

/** Money moves without anybody here: a refund's answer comes within seconds, a customer's payment when he has paid. */
const moving = {
  state: ({ payments, attempts }: InvoiceHistory) =>
    JSON.stringify([
      payments.map(({ id, status, refunded, dispute, refunds }) => [id, status, refunded, dispute, refunds.map((refund) => refund.status)]),
      attempts.map(({ id, status }) => [id, status]),
    ]),
  lookAgainMs: ({ payments, attempts }: InvoiceHistory) => {
    const refunds = payments.flatMap((payment) => payment.refunds)
    if (refunds.some(({ status }) => status === 'asking')) return soonMs
    return attempts.some(({ status }) => status !== 'review') || refunds.some(({ status }) => status === 'pending') ? laterMs : undefined
  },
}

/** Its payments, e-mails and history, and the estimate that it was made from. */
export const useHistory = (id: number) =>
  useDocumentHistory(invoiceEndpoints.list.path, id, (signal) => call(invoiceEndpoints.history, { params: { id }, signal }), moving)
