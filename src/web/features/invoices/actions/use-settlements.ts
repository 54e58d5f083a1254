import { useMutation } from '@tanstack/react-query'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { CreditApplicationWire, WriteOffWire } from '#shared/contract/settlements.ts'
import { formatMoney, parseAmount, sum, toDecimal } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { toastFailed, useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'

export const useUndoCredit = () => {
  return useMutation({
    mutationFn: async (applications: readonly CreditApplicationWire[]) => {
      for (const { id, invoice, currency } of applications) {
        const params = { id: invoice.id, applicationId: String(id) }
        const { balanceDue } = await runMutation((request) => call(invoiceEndpoints.reverseCredit, { params, body: {}, ...request }))
        toast({ title: 'Credit undone', description: `${formatMoney(balanceDue, currency)} is due on invoice ${invoice.invoiceNumber}.` })
      }
    },
    onError: (error) => toastFailed(error, 'Failed to undo the credit'),
    onSettled: refreshInvoices,
  })
}

type CreditedInvoice = Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency'>
type Applied = { creditApplications: CreditApplicationWire[]; balanceDue: string }

/** What is said when credit was applied. */
export const useAppliedCredit = ({ invoiceNumber, currency }: CreditedInvoice) => {
  const undo = useUndoCredit()
  return ({ creditApplications, balanceDue }: Applied): Toast => {
    const applied = toDecimal(sum(creditApplications.map(({ amount }) => parseAmount(amount))))
    const rest = parseAmount(balanceDue) === 0 ? 'Nothing is due any more.' : `${formatMoney(balanceDue, currency)} is still due.`
    return {
      title: 'Credit applied',
      description: `${formatMoney(applied, currency)} to invoice ${invoiceNumber}. ${rest}`,
      action: { label: 'Undo', run: () => undo.mutate(creditApplications) },
    }
  }
}

/** All of it, today. */
export const useApplyCredit = (invoice: CreditedInvoice) =>
  useAction({
    send: (_, request) => call(invoiceEndpoints.applyCredit, { params: { id: invoice.id }, body: {}, ...request }),
    done: useAppliedCredit(invoice),
    failed: 'Failed to apply the credit',
    refresh: refreshInvoices,
  })

export const useUndoWriteOff = ({ id, invoiceNumber }: Pick<InvoiceWire, 'id' | 'invoiceNumber'>) =>
  useAction({
    send: (writeOff: WriteOffWire, request) =>
      call(invoiceEndpoints.reverseWriteOff, { params: { id, writeOffId: String(writeOff.id) }, body: {}, ...request }),
    done: ({ balanceDue }, { currency }) => ({
      title: 'Write-off undone',
      description: `${formatMoney(balanceDue, currency)} is due on invoice ${invoiceNumber}.`,
    }),
    failed: 'Failed to undo the write-off',
    refresh: refreshInvoices,
  })
