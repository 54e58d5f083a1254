import { useEffect } from 'react'
import type { z } from 'zod'
import type { invoiceHistory, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { useRun } from '#web/documents/list/actions.ts'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { useUrlParams } from '#web/lib/use-url-params.ts'

export type InvoiceHistory = z.input<typeof invoiceHistory>

const fastPollMs = 3000
const slowPollMs = 15_000

/** Payments change without the user's action: a refund is answered within seconds, a checkout when the customer pays. */
export const polling = {
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

/** Only actions that ask in a dialog before they change something: a link alone must do nothing. */
const requestable = ['payment', 'email', 'deposit', 'schedule']

/** Such as `/invoices/5?do=payment`, once the invoice is there. */
export const useRequestedAction = (invoice: ListedInvoiceWire): void => {
  const run = useRun(invoices)
  const { params, set } = useUrlParams<'do'>()
  const name = params.get('do')
  useEffect(() => {
    if (!name) return
    // Removed, so that a reload doesn't start it again.
    set({ do: undefined })
    const action = invoices.actions.find((each) => each.name === name)
    if (action && requestable.includes(name) && action.isAvailable(invoice)) run(action.name, invoice)
  }, [name, invoice, run, set])
}
