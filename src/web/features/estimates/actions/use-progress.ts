import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { progressInput } from '#shared/contract/estimate-progress.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatMoney } from '#shared/money.ts'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { useRefreshEstimates } from './use-refresh-estimates.ts'

type Estimate = Pick<ListedEstimateWire, 'id' | 'estimateNumber'>

/** @param enabled whether the estimate can have any invoice */
export const useProgress = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: [estimateEndpoints.list.path, id, 'progress'],
    queryFn: ({ signal }) => call(estimateEndpoints.progress, { params: { id }, signal }),
    enabled,
  })

/** Errors are shown by the form. */
export const useInvoicePart = ({ id, estimateNumber }: Estimate, saves: IdempotentSave) => {
  const refresh = useRefreshEstimates()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (body: z.input<typeof progressInput>) =>
      saves.save(body, (request) => call(estimateEndpoints.invoicePart, { params: { id }, body, ...request })),
    onSuccess: (invoice) => {
      toast({
        title: 'Part invoiced',
        description: `${invoice.invoiceNumber} asks for ${formatMoney(invoice.total, invoice.currency)} of ${estimateNumber}. Send it when you are ready.`,
      })
      navigate(`/invoices/${invoice.id}`)
      void refresh({ converted: true })
    },
    // The screen may be outdated.
    onError: () => void refresh({ converted: true }),
  })
}
