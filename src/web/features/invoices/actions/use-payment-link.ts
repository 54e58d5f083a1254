import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { alreadyPaid, mayCollect } from '#shared/invoice-rules.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { toast } from '#web/lib/toast.ts'

/** Shows the link where the clipboard is not available. */
export const usePaymentLink = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (invoice: Pick<ListedInvoiceWire, 'id' | 'status'>) => {
      if (mayCollect(invoice) !== true) return undefined
      const { paymentUrl } = await call(publicPaymentEndpoints.createPayment, { params: { ref: String(invoice.id) } })
      return { paymentUrl, copied: await copyText(paymentUrl) }
    },
    onSuccess: (created) => {
      if (!created) return toast({ title: 'Invoice Already Paid', description: alreadyPaid, variant: 'destructive' })
      // The link of a draft marks it as sent, which changes totals.
      for (const path of [invoiceEndpoints.list.path, apiPaths.dashboard, apiPaths.reports, apiPaths.customers])
        void client.invalidateQueries({ queryKey: [path] })
      toast({ title: created.copied ? 'Payment Link Created & Copied' : 'Payment Link Created', description: created.paymentUrl })
    },
    onError: (error) =>
      toast({ title: 'Error', description: getServerMessage(error, 'Failed to create payment link'), variant: 'destructive' }),
  })
}
