import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { paymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

/** Errors are shown by the form. */
export const useRecordPayment = (
  { id, invoiceNumber, currency }: Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency'>,
  saves: IdempotentSave,
) => {
  const refresh = useRefreshInvoices()
  const undo = async (paymentId: number) => {
    try {
      await runMutation((request) => call(invoiceEndpoints.voidPayment, { params: { id, paymentId: String(paymentId) }, ...request }))
      toast({ title: 'Payment undone', description: `The payment was removed from invoice ${invoiceNumber}.` })
    } catch (error) {
      toastFailure(error, {
        title: 'Error',
        description: 'Failed to undo the payment',
        detail: toFailure(error as Error).message,
        variant: 'destructive',
      })
    }
    await refresh()
  }
  return useMutation({
    mutationFn: (body: z.input<typeof paymentInput>) =>
      saves.save(body, (request) => call(invoiceEndpoints.recordPayment, { params: { id }, body, ...request })),
    onSuccess: ({ payment, balanceDue }) => {
      const rest = balanceDue === '0.00' ? 'It is paid.' : `${formatMoney(balanceDue, currency)} is still due.`
      toast({
        title: 'Payment recorded',
        description: `${formatMoney(payment.amount, currency)} for invoice ${invoiceNumber}. ${rest}`,
        action: { label: 'Undo', run: () => void undo(payment.id) },
      })
      void refresh()
    },
    // The screen may be outdated.
    onError: () => void refresh(),
  })
}
