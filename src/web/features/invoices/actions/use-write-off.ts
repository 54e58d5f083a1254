import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { WriteOffWire, writeOffInput } from '#shared/contract/write-offs.ts'
import { formatMoney } from '#shared/money.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

type Invoice = Pick<InvoiceWire, 'id' | 'invoiceNumber'>

export const useUndoWriteOff = ({ id, invoiceNumber }: Invoice) => {
  const refresh = useRefreshInvoices()
  return async ({ id: writeOffId, currency }: WriteOffWire): Promise<void> => {
    try {
      const { balanceDue } = await runMutation((request) =>
        call(invoiceEndpoints.reverseWriteOff, { params: { id, writeOffId: String(writeOffId) }, body: {}, ...request }),
      )
      toast({ title: 'Write-off undone', description: `${formatMoney(balanceDue, currency)} is due on invoice ${invoiceNumber}.` })
    } catch (error) {
      toastFailure(error, {
        title: 'Error',
        description: 'Failed to undo the write-off',
        detail: toFailure(error as Error).message,
        variant: 'destructive',
      })
    }
    await refresh()
  }
}

/** Errors are shown by the form. */
export const useWriteOff = (invoice: Invoice, saves: IdempotentSave) => {
  const refresh = useRefreshInvoices()
  const undo = useUndoWriteOff(invoice)
  return useMutation({
    mutationFn: (body: z.input<typeof writeOffInput>) =>
      saves.save(body, (request) => call(invoiceEndpoints.writeOff, { params: { id: invoice.id }, body, ...request })),
    onSuccess: ({ writeOff, balanceDue }) => {
      const rest = balanceDue === '0.00' ? 'Nothing is due any more.' : `${formatMoney(balanceDue, writeOff.currency)} is still due.`
      toast({
        title: 'Written off',
        description: `${formatMoney(writeOff.amount, writeOff.currency)} of invoice ${invoice.invoiceNumber}. ${rest}`,
        action: { label: 'Undo', run: () => void undo(writeOff) },
      })
      void refresh()
    },
    // The screen may be outdated.
    onError: () => void refresh(),
  })
}
