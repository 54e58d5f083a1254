import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import type { DepositWire, depositInput } from '#shared/contract/deposits.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

type Invoice = Pick<InvoiceWire, 'id' | 'invoiceNumber'>

/** Errors are shown by the form. */
export const useRequestDeposit = ({ id, invoiceNumber }: Invoice, saves: IdempotentSave) => {
  const refresh = useRefreshInvoices()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: z.input<typeof depositInput>) =>
      saves.save(body, (request) => call(invoiceEndpoints.requestDeposit, { params: { id }, body, ...request })),
    onSuccess: (deposit) => {
      toast({
        title: 'Deposit invoice created',
        description: `${deposit.invoiceNumber} asks for ${formatMoney(deposit.total, deposit.currency)} on ${invoiceNumber}. Send it when you are ready.`,
      })
      navigate(`/invoices/${deposit.id}`)
      void refresh()
    },
    // The screen may be outdated.
    onError: () => void refresh(),
  })
}

export const useDeduction = ({ id, invoiceNumber }: Invoice) => {
  const refresh = useRefreshInvoices()
  return useMutation({
    mutationFn: async ({ deposit, isUndo }: { deposit: DepositWire; isUndo: boolean }) => {
      const params = { id, depositId: String(deposit.id) }
      if (isUndo) await runMutation((request) => call(invoiceEndpoints.removeDeduction, { params, ...request }))
      else await runMutation((request) => call(invoiceEndpoints.deductDeposit, { params, body: {}, ...request }))
    },
    onSuccess: (_, { deposit, isUndo }) => {
      toast(
        isUndo
          ? { title: 'Deduction removed', description: `${invoiceNumber} does not deduct ${deposit.invoiceNumber} any more.` }
          : { title: 'Deposit deducted', description: `${invoiceNumber} now deducts ${deposit.invoiceNumber}.` },
      )
      void refresh()
    },
    onError: (error, { isUndo }) => {
      const description = isUndo ? 'Failed to remove the deduction' : 'Failed to deduct the deposit'
      toastFailure(error, { title: 'Error', description, detail: toFailure(error).message, variant: 'destructive' })
      void refresh()
    },
  })
}
