import type { TaxRateWire } from '#modules/tax-rates/contract.ts'
import { taxRateEndpoints } from '#modules/tax-rates/model.ts'
import { type BodyAt, callChanges, refreshEntity } from '#web/entity/entity.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { confirmDelete } from '#web/ui/confirm.ts'

export type TaxRateBody = BodyAt<typeof taxRateEndpoints>

export const taxRates = { noun: 'tax rate', path: taxRateEndpoints.list.path, ...callChanges(taxRateEndpoints) }

type Act = 'archive' | 'restore' | 'remove'
const verbs: Record<Act, string> = { archive: 'archive', restore: 'restore', remove: 'delete' }

export const useTaxRateActions = () => {
  const { mutate, isPending } = useAction<unknown, { act: Act; rate: TaxRateWire }>({
    send: ({ act, rate: { id } }, request) => call(taxRateEndpoints[act], { params: { id }, ...request } as never),
    done: (_, { act, rate }) => ({
      title: 'Success',
      description: `${rate.name} ${verbs[act]}d`,
      action: act === 'archive' ? { label: 'Undo', run: () => mutate({ act: 'restore', rate }) } : undefined,
    }),
    failed: ({ act, rate }) => `Failed to ${verbs[act]} ${rate.name}`,
    refresh: () => refreshEntity(taxRates),
  })
  const run = (act: Act) => (rate: TaxRateWire) => !isPending && mutate({ act, rate })
  return {
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
