import { useMutation } from '@tanstack/react-query'
import type { ExchangeRate } from '#modules/exchange-rates/contract.ts'
import { exchangeRateEndpoints } from '#modules/exchange-rates/model.ts'
import { formatDay } from '#shared/dates.ts'
import { readText } from '#web/entity/imports/decode-file.ts'
import { FileError } from '#web/entity/imports/file-error.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'

export const exchangeRatesQuery = readQuery(exchangeRateEndpoints.list)

export const describeKey = ({ currency, day }: Pick<ExchangeRate, 'currency' | 'day'>): string => `${currency} on ${formatDay(day)}`

/** Also reads anew what is suggested by the rates. */
export const refreshRates = () => refreshPaths([exchangeRateEndpoints.list.path, exchangeRateEndpoints.suggestion.path])

type Act = 'delete' | 'restore'

export const useRemoveRate = () => {
  const { mutate, isPending } = useAction<unknown, { act: Act; rate: ExchangeRate }>({
    send: ({ act, rate: { currency, day, rate, source } }, request) =>
      act === 'delete'
        ? call(exchangeRateEndpoints.remove, { params: { currency, day }, ...request })
        : call(exchangeRateEndpoints.save, { params: { currency, day }, body: { rate, source }, ...request }),
    done: (_, { act, rate }) => {
      const action = act === 'delete' ? { label: 'Undo', run: () => mutate({ act: 'restore', rate }) } : undefined
      return { title: 'Success', description: `Rate of ${describeKey(rate)} ${act}d`, action }
    },
    failed: ({ act, rate }) => `Failed to ${act} the rate of ${describeKey(rate)}`,
    refresh: refreshRates,
  })
  return (rate: ExchangeRate) => !isPending && mutate({ act: 'delete', rate })
}

const count = (n: number, what: string) => `${n.toLocaleString('en')} ${n === 1 ? 'rate' : 'rates'} ${what}`

/** All rows, or none. `problems` says why not, with a sentence for each row. */
export const useImportRates = () => {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (file: File) => {
      const csv = await readText(file)
      return runMutation((request) => call(exchangeRateEndpoints.import, { body: { csv }, ...request }))
    },
    onSuccess: ({ created, updated }) => {
      const parts = [created > 0 && count(created, 'added'), updated > 0 && count(updated, 'replaced')].filter(Boolean)
      toast({ title: 'Rates imported', description: parts.join(', ') })
      return refreshRates()
    },
  })
  const problems = () => {
    if (error === null) return []
    if (error instanceof FileError) return [error.message]
    const { issues, message } = toFailure(error)
    return issues.length > 0 ? issues.map((issue) => issue.message) : [message]
  }
  return { importFile: (file: File) => mutate(file), isImporting: isPending, problems: problems(), dismiss: reset }
}
