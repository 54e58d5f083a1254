import { useEffect } from 'react'
import type { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, invoiceHistory, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { useDocument, useDocumentHistory } from '#web/documents/panel/use-document.ts'
import { invoiceActions, type Run } from '#web/features/invoices/actions/actions.ts'
import { call } from '#web/lib/api/client.ts'
import { useUrlParams } from '#web/lib/use-url-params.ts'

/** With its lines as soon as they are loaded. */
export type PanelInvoice = ListedInvoiceWire | InvoiceWire

/** A row of the list stands in while it loads. */
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

export const useHistory = (id: number) =>
  useDocumentHistory(invoiceEndpoints.list.path, id, (signal) => call(invoiceEndpoints.history, { params: { id }, signal }), polling)

/** Only actions that ask in a dialog before they change something: a link alone must do nothing. */
const requestable = ['payment', 'email']

/** Such as `/invoices/5?do=payment`, once the invoice is there. */
export const useRequestedAction = (invoice: ListedInvoiceWire | undefined, run: Run): void => {
  const { params, set } = useUrlParams<'do'>()
  const name = params.get('do')
  useEffect(() => {
    if (!name || !invoice) return
    // Removed, so that a reload doesn't start it again.
    set({ do: undefined })
    const action = invoiceActions.find((each) => each.name === name)
    if (action && requestable.includes(name) && action.isAvailable(invoice)) run(action.name, invoice)
  }, [name, invoice, run, set])
}
