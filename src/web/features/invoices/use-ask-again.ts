import { useMutation } from '@tanstack/react-query'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { toFailure } from '#web/entity/failure.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useRefreshInvoices } from '#web/payments/use-refresh.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { updateInvoice } from './calls.ts'
import { readInvoice } from './record-calls.ts'

/** Makes a paid invoice whose money went back ask for it again: the whole of it is saved as it is, as sent. */
export const useReopenInvoice = ({ id, invoiceNumber, balanceDue }: InvoiceWire) => {
  const refresh = useRefreshInvoices()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const now = await call(readInvoice, { params: { id } })
      return call(updateInvoice, {
        params: { id },
        body: {
          version: now.version,
          status: 'sent',
          customerId: now.customerId,
          invoiceNumber: now.invoiceNumber,
          issueDate: now.issueDate,
          dueDate: now.dueDate,
          taxRate: now.taxRate,
          notes: now.notes,
          terms: now.terms,
          lineItems: now.lineItems.map(({ total: _, ...line }) => line),
        },
      })
    },
    onSuccess: (now) => {
      toast({ title: 'Success', description: `Invoice ${invoiceNumber} asks for ${formatMoney(now.balanceDue)} again.` })
      return refresh()
    },
    onError: (error) => {
      toast({ title: 'Error', description: 'Failed to update invoice', detail: toFailure(error).message, variant: 'destructive' })
      return refresh()
    },
  })
  const question = `Ask for ${formatMoney(balanceDue)} again? Invoice ${invoiceNumber} is then no longer paid, and its pay page takes money again. No e-mail goes out.`
  return { asking: isPending, askAgain: () => !isPending && confirmAction(question) && mutate() }
}
