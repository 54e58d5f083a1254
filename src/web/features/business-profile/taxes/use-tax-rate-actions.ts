import { useMutation } from '@tanstack/react-query'
import type { TaxRateWire } from '#modules/tax-rates/contract.ts'
import { taxRateEndpoints } from '#modules/tax-rates/model.ts'
import { useEntity } from '#web/entity/use-entity.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmDelete } from '#web/ui/confirm.ts'
import { taxRates } from './tax-rates.ts'

type Act = 'archive' | 'restore' | 'remove'
const verbs: Record<Act, string> = { archive: 'archive', restore: 'restore', remove: 'delete' }

export const useTaxRateActions = () => {
  const { create, update, refresh } = useEntity(taxRates)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ act, rate: { id } }: { act: Act; rate: TaxRateWire }): Promise<unknown> =>
      runMutation((request) => call(taxRateEndpoints[act], { params: { id }, ...request } as never)),
    onSuccess: (_, { act, rate }) => {
      const description = `${rate.name} ${verbs[act]}d`
      const undo = act === 'archive' ? { label: 'Undo', run: () => mutate({ act: 'restore', rate }) } : undefined
      toast({ title: 'Success', description, action: undo })
      return refresh()
    },
    onError: (error, { act, rate }) => {
      toastFailure(error, {
        title: 'Error',
        description: `Failed to ${verbs[act]} ${rate.name}`,
        detail: toFailure(error).message,
        variant: 'destructive',
      })
      return refresh()
    },
  })
  const run = (act: Act) => (rate: TaxRateWire) => !isPending && mutate({ act, rate })
  return {
    create,
    update,
    archive: run('archive'),
    restore: run('restore'),
    /** @returns whether the user agrees */
    remove: async (rate: TaxRateWire) => {
      const agrees = await confirmDelete(`Delete ${rate.name}? This can’t be undone.`)
      if (agrees) run('remove')(rate)
      return agrees
    },
  }
}
