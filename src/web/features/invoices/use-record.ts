import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { invoiceHistory } from '#shared/api/invoice-history.ts'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { call } from '#web/lib/api.ts'
import { readHistory, readInvoice } from './record-calls.ts'

const lookAgainMs = 2000

/** One invoice as it is now; a row of the list stands in until it is here. */
export const useInvoice = (id: number, listed: InvoiceWire | undefined) =>
  useQuery({
    queryKey: ['/api/invoices', 'one', id],
    queryFn: ({ signal }) => call(readInvoice, { params: { id }, signal }),
    ...(listed ? { placeholderData: listed } : {}),
  })

type History = z.input<typeof invoiceHistory>
const waitingIn = ({ emails }: History) => emails.filter(({ state }) => state === 'queued').length

/** Its payments, e-mails and history; looked at again while an e-mail waits for the mail server. */
export const useHistory = (id: number) => {
  const client = useQueryClient()
  const queryKey = ['/api/invoices', 'history', id]
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<History>(queryKey)
      const now = await call(readHistory, { params: { id }, signal })
      // The row's mark says the same as its e-mails.
      if (before && waitingIn(before) !== waitingIn(now)) void client.invalidateQueries({ queryKey: ['/api/invoices', 'rows'] })
      return now
    },
    refetchInterval: ({ state }) => (state.data && waitingIn(state.data) > 0 ? lookAgainMs : false),
  })
}
