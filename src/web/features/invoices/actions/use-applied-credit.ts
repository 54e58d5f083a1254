import { useMutation } from '@tanstack/react-query'
import type { CreditApplicationWire } from '#shared/contract/credit-applications.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney, parseAmount, sum, toDecimal } from '#shared/money.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'

const showFailure = (error: unknown, description: string) =>
  toastFailure(error as Error, { title: 'Error', description, detail: toFailure(error as Error).message, variant: 'destructive' })

export const useUndoCredit = () => {
  const refresh = useRefreshInvoices()
  return async (applications: readonly CreditApplicationWire[]): Promise<void> => {
    try {
      for (const { id, invoice, currency } of applications) {
        const { balanceDue } = await runMutation((request) =>
          call(invoiceEndpoints.reverseCredit, { params: { id: invoice.id, applicationId: String(id) }, body: {}, ...request }),
        )
        toast({ title: 'Credit undone', description: `${formatMoney(balanceDue, currency)} is due on invoice ${invoice.invoiceNumber}.` })
      }
    } catch (error) {
      showFailure(error, 'Failed to undo the credit')
    }
    await refresh()
  }
}

export const useApplyCredit = ({ id, invoiceNumber, currency }: Pick<InvoiceWire, 'id' | 'invoiceNumber' | 'currency'>) => {
  const refresh = useRefreshInvoices()
  const undo = useUndoCredit()
  return useMutation({
    mutationFn: () => runMutation((request) => call(invoiceEndpoints.applyCredit, { params: { id }, body: {}, ...request })),
    onSuccess: ({ creditApplications, balanceDue }) => {
      const applied = toDecimal(sum(creditApplications.map(({ amount }) => parseAmount(amount))))
      const rest = balanceDue === '0.00' ? 'Nothing is due any more.' : `${formatMoney(balanceDue, currency)} is still due.`
      toast({
        title: 'Credit applied',
        description: `${formatMoney(applied, currency)} to invoice ${invoiceNumber}. ${rest}`,
        action: { label: 'Undo', run: () => void undo(creditApplications) },
      })
      void refresh()
    },
    onError: (error) => {
      showFailure(error, 'Failed to apply the credit')
      void refresh()
    },
  })
}
