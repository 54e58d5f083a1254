import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import type { CreditRefundWire, creditRefundInput } from '#shared/contract/credit-refunds.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatMoney } from '#shared/money.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

type Note = Pick<ListedCreditNoteWire, 'id' | 'creditNoteNumber'>

export const useUndoCreditRefund = ({ id, creditNoteNumber }: Note) => {
  const refresh = useRefreshInvoices()
  return async ({ id: refundId, currency }: CreditRefundWire): Promise<void> => {
    try {
      const { creditLeft } = await runMutation((request) =>
        call(creditNoteEndpoints.reverseRefund, { params: { id, refundId: String(refundId) }, body: {}, ...request }),
      )
      toast({ title: 'Refund undone', description: `${formatMoney(creditLeft, currency)} of ${creditNoteNumber} is left.` })
    } catch (error) {
      toastFailure(error, {
        title: 'Error',
        description: 'Failed to undo the refund',
        detail: toFailure(error as Error).message,
        variant: 'destructive',
      })
    }
    await refresh()
  }
}

/** Errors are shown by the form. */
export const useCreditRefund = (note: Note, saves: IdempotentSave) => {
  const refresh = useRefreshInvoices()
  const undo = useUndoCreditRefund(note)
  return useMutation({
    mutationFn: (body: z.input<typeof creditRefundInput>) =>
      saves.save(body, (request) => call(creditNoteEndpoints.refund, { params: { id: note.id }, body, ...request })),
    onSuccess: ({ refund, creditLeft }) => {
      const { amount, currency } = refund
      const rest = creditLeft === '0.00' ? 'Nothing is left of it.' : `${formatMoney(creditLeft, currency)} is left.`
      toast({
        title: 'Refund recorded',
        description: `${formatMoney(amount, currency)} of ${note.creditNoteNumber}. ${rest}`,
        action: { label: 'Undo', run: () => void undo(refund) },
      })
      void refresh()
    },
    // The screen may be outdated.
    onError: () => void refresh(),
  })
}
