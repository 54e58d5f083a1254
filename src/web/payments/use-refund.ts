import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { refundInput } from '#shared/api/invoice-payments.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import type { IdempotentSave } from '#web/lib/use-saves.ts'
import { refundPayment } from './calls.ts'
import { refundMessage } from './refund-words.ts'
import type { Refundable } from './refundable.ts'
import { useRefreshInvoices } from './use-refresh.ts'

/** Gives money back and says what became of it; what goes wrong before that is the form's to show. */
export const useRefund = ({ invoiceId, paymentId, provider }: Refundable, saves: IdempotentSave) => {
  const refresh = useRefreshInvoices()
  return useMutation({
    mutationFn: (body: z.input<typeof refundInput>) =>
      saves.save(body, (request) => call(refundPayment, { params: { id: invoiceId, paymentId: String(paymentId) }, body, ...request })),
    onSuccess: ({ payment }, body) => {
      const [newest] = payment.refunds
      toast(refundMessage(provider, newest ?? { amount: body.amount as string, status: 'succeeded', problem: null }))
      void refresh()
    },
    onError: (error) => {
      // A refusal is the end of that refund: the same key would only answer it again.
      if (error instanceof ApiError && error.status === 409) saves.forget()
      // The screen may be older than what happened meanwhile, and a refused refund is listed.
      void refresh()
    },
  })
}
