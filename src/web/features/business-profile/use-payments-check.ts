import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentsStateWire } from '#shared/api/payments.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { toFailure } from '#web/entity/failure.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { checkPayments, fixPayments } from '#web/payments/calls.ts'
import { paymentsQuery } from '#web/payments/payments-state.ts'
import { useRefreshInvoices } from '#web/payments/use-refresh.ts'

type Deed = 'check' | 'fix'

/** How many differences stand with a provider, after what was done. */
const leftOf = ({ providers }: PaymentsStateWire, name: ProviderName) =>
  providers.find(({ provider }) => provider === name)?.check?.differences.length ?? 0

/** Has a provider asked again, or what differs brought to what he says. */
export const usePaymentsCheck = (provider: ProviderName) => {
  const client = useQueryClient()
  const refresh = useRefreshInvoices()
  const name = providerLabels[provider]
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (deed: Deed) =>
      deed === 'check' ? call(checkPayments, { params: { provider } }) : call(fixPayments, { params: { provider } }),
    onSuccess: async (now, deed) => {
      // A look of the page's own that is under way is older than this.
      await client.cancelQueries({ queryKey: paymentsQuery.queryKey })
      client.setQueryData(paymentsQuery.queryKey, now)
      if (deed === 'check') return
      const left = leftOf(now, provider)
      toast(
        left === 0
          ? { title: 'Success', description: `Billfold now says what ${name} says.` }
          : { title: 'Error', description: `${left} ${left === 1 ? 'difference is' : 'differences are'} left.`, variant: 'destructive' },
      )
      void refresh()
    },
    onError: (error, deed) =>
      toast({
        title: 'Error',
        description: deed === 'check' ? `${name} could not be asked` : 'The differences could not be fixed',
        detail: toFailure(error).message,
        variant: 'destructive',
      }),
  })
  return { start: (deed: Deed) => !isPending && mutate(deed), busy: isPending ? variables : undefined }
}
