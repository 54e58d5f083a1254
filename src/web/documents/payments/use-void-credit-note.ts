import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import { formatMoney } from '#shared/money.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { useRefreshInvoices } from './use-refresh-invoices.ts'

export const useVoidCreditNote = () => {
  const refresh = useRefreshInvoices()
  return async ({ id, creditNoteNumber, total, currency, invoice }: ListedCreditNoteWire): Promise<void> => {
    const money = formatMoney(total, currency)
    const effect = invoice
      ? `${money} will be due again on invoice ${invoice.invoiceNumber}.`
      : `The customer will no longer have this credit of ${money}.`
    const question = `Void credit note ${creditNoteNumber}? ${effect} The number stays taken.`
    if (!(await confirmAction(question, { confirm: 'Void credit note', isDestructive: true }))) return
    try {
      await runMutation((request) => call(creditNoteEndpoints.void, { params: { id }, body: {}, ...request }))
      toast({ title: 'Credit note voided', description: `${creditNoteNumber} no longer counts.` })
    } catch (error) {
      const detail = toFailure(error as Error).message
      toastFailure(error, { title: 'Error', description: 'Failed to void the credit note', detail, variant: 'destructive' })
    }
    await refresh()
  }
}
