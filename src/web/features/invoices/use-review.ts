import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentAttemptWire } from '#shared/api/invoice-payments.ts'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { toFailure } from '#web/entity/failure.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useRefreshInvoices } from '#web/payments/use-refresh.ts'
import { listInvoices } from './calls.ts'
import { acceptAttempt, refuseAttempt } from './record-calls.ts'
import type { InvoiceHistory } from './use-record.ts'

type Decision = 'take' | 'return'
const failed: Record<Decision, string> = { take: 'The payment could not be taken', return: 'The money could not be given back' }

/** What became of it, in the words of its history: where the keys are gone, nothing could be given back. */
const lineOf = ({ events }: InvoiceHistory, decision: Decision): string | undefined =>
  events.find(({ kind }) => kind === (decision === 'take' ? 'payment accepted' : 'payment refused'))?.changes[0]?.after ?? undefined

/** Carries out what the owner decides about money that isn't what was asked for. */
export const useReview = ({ id, invoiceNumber }: Pick<InvoiceWire, 'id' | 'invoiceNumber'>, attempt: PaymentAttemptWire) => {
  const client = useQueryClient()
  const refresh = useRefreshInvoices()
  return useMutation({
    mutationFn: (decision: Decision) => {
      const params = { id, attemptId: attempt.id }
      return decision === 'take' ? call(acceptAttempt, { params }) : call(refuseAttempt, { params })
    },
    onSuccess: (history, decision) => {
      client.setQueryData([listInvoices.path, 'history', id], history)
      toast({
        title: decision === 'take' ? 'Payment Taken' : 'Payment Refused',
        description: lineOf(history, decision) ?? `Invoice ${invoiceNumber} is up to date.`,
      })
      return refresh()
    },
    onError: (error, decision) => {
      toast({ title: 'Error', description: failed[decision], detail: toFailure(error).message, variant: 'destructive' })
      return refresh()
    },
  })
}
