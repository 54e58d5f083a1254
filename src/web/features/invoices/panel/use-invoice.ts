import type { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, invoiceHistory, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { useDocument, useDocumentHistory } from '#web/documents/panel/use-document.ts'
import { call } from '#web/lib/api/client.ts'

/** An invoice, with its lines as soon as they are loaded. */
export type PanelInvoice = ListedInvoiceWire | InvoiceWire

/** One invoice; a row of the list stands in while it loads. */
export const useInvoice = (id: number, listed: ListedInvoiceWire | undefined) =>
  useDocument<PanelInvoice>(invoiceEndpoints.list.path, id, listed, (signal) => call(invoiceEndpoints.one, { params: { id }, signal }))

export type InvoiceHistory = z.input<typeof invoiceHistory>

const fastPollMs = 3000
const slowPollMs = 15_000

/** Payments change without the user's action: a refund is answered within seconds, a checkout when the customer pays. */
const polling = {
  state: ({ payments, attempts }: InvoiceHistory) =>
    JSON.stringify([
      payments.map(({ id, status, refunded, dispute, refunds }) => [id, status, refunded, dispute, refunds.map((refund) => refund.status)]),
      attempts.map(({ id, status }) => [id, status]),
    ]),
  pollIntervalMs: ({ payments, attempts }: InvoiceHistory) => {
    const refunds = payments.flatMap((payment) => payment.refunds)
    if (refunds.some(({ status }) => status === 'asking')) return fastPollMs
    return attempts.some(({ status }) => status !== 'review') || refunds.some(({ status }) => status === 'pending') ? slowPollMs : undefined
  },
}

/** Its payments, emails and history, and the estimate it was converted from. */
export const useHistory = (id: number) =>
  useDocumentHistory(invoiceEndpoints.list.path, id, (signal) => call(invoiceEndpoints.history, { params: { id }, signal }), polling)
