import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { depositInput } from '#shared/contract/deposits.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { describeDeposit } from '#web/documents/deposits/describe-deposit.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { useRefreshEstimates } from './use-refresh-estimates.ts'

type Estimate = Pick<ListedEstimateWire, 'id' | 'estimateNumber'>

/** Errors are shown by the form. */
export const useSetDeposit = ({ id, estimateNumber }: Estimate, saves: IdempotentSave) => {
  const refresh = useRefreshEstimates()
  return useMutation({
    mutationFn: (body: z.input<typeof depositInput>) =>
      saves.save(body, (request) => call(estimateEndpoints.setDeposit, { params: { id }, body, ...request })),
    onSuccess: (estimate) => {
      toast({ title: 'Deposit saved', description: `${estimateNumber} asks for ${describeDeposit(estimate)} when it is accepted.` })
      void refresh()
    },
    // The screen may be outdated.
    onError: () => void refresh(),
  })
}

export const useRemoveDeposit = ({ id, estimateNumber }: Estimate) => {
  const refresh = useRefreshEstimates()
  return useMutation({
    mutationFn: () => runMutation((request) => call(estimateEndpoints.removeDeposit, { params: { id }, ...request })),
    onSuccess: () => {
      toast({ title: 'Deposit removed', description: `${estimateNumber} asks for no deposit any more.` })
      void refresh()
    },
    onError: (error) => {
      toastFailure(error, {
        title: 'Error',
        description: 'Failed to remove the deposit',
        detail: toFailure(error).message,
        variant: 'destructive',
      })
      void refresh()
    },
  })
}
