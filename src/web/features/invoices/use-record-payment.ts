import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { paymentInput } from '#shared/api/invoice-payments.ts'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { toFailure } from '#web/entity/failure.ts'
import { call } from '#web/lib/api.ts'
import { runMutation, toastFailure } from '#web/lib/deed.ts'
import { toast } from '#web/lib/toast.ts'
import type { IdempotentSave } from '#web/lib/use-saves.ts'
import { useRefreshInvoices } from '#web/payments/use-refresh.ts'
import { recordPayment } from './calls.ts'
import { voidPayment } from './record-calls.ts'

/** Records the payment, says so, and offers to undo it; what goes wrong is the form's to show. */
export const useRecordPayment = ({ id, invoiceNumber }: Pick<InvoiceWire, 'id' | 'invoiceNumber'>, saves: IdempotentSave) => {
  const refresh = useRefreshInvoices()
  const undo = async (paymentId: number) => {
    try {
      await runMutation((request) => call(voidPayment, { params: { id, paymentId: String(paymentId) }, ...request }))
      toast({ title: 'Payment undone', description: `The payment no longer counts for invoice ${invoiceNumber}.` })
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
      saves.save(body, (request) => call(recordPayment, { params: { id }, body, ...request })),
    onSuccess: ({ payment, balanceDue }) => {
      const rest = balanceDue === '0.00' ? 'It is paid.' : `${formatMoney(balanceDue)} is still due.`
      toast({
        title: 'Payment recorded',
        description: `${formatMoney(payment.amount)} for invoice ${invoiceNumber}. ${rest}`,
        action: { label: 'Undo', run: () => void undo(payment.id) },
      })
      void refresh()
    },
    // The screen may be older than what happened meanwhile.
    onError: () => void refresh(),
  })
}
