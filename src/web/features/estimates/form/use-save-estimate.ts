import { useMutation } from '@tanstack/react-query'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { renumberedMessage } from '#web/documents/form/initial-draft.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { type ConvertedInvoice, useNotifyConverted } from '#web/features/estimates/actions/use-conversion.tsx'
import { useRefreshEstimates } from '#web/features/estimates/actions/use-refresh-estimates.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import type { CreateBody, EditBody } from './estimate-draft.ts'

/** Saving creates the invoice; if the response doesn't name it, a repeated conversion returns it and never creates a second one. */
const fetchInvoice = async (estimate: EstimateWire): Promise<ConvertedInvoice> =>
  estimate.invoice ?? (await runMutation((request) => call(estimateEndpoints.convert, { params: { id: estimate.id }, ...request })))

const useNotifyAccepted = () => {
  const notifyConverted = useNotifyConverted()
  return async (estimate: EstimateWire, detail?: string) => {
    try {
      notifyConverted('Estimate Accepted & Converted', estimate, await fetchInvoice(estimate), detail)
    } catch (error) {
      const description = getServerMessage(error, 'Failed to convert estimate to invoice. Please try again.')
      toast({ title: 'Error', description, detail: `${estimate.estimateNumber} was saved.`, variant: 'destructive' })
    }
  }
}

/** After an attempt whose response was lost, a changed form is saved as an update of the created estimate. */
const saveOver = (created: EstimateWire, { drawNumber, ...body }: CreateBody & { drawNumber?: boolean }, request: IdempotentRequest) => {
  const estimateNumber = drawNumber ? created.estimateNumber : body.estimateNumber
  return call(estimateEndpoints.update, {
    params: { id: created.id },
    body: { ...body, estimateNumber, version: created.version },
    ...request,
  })
}

/** Errors are shown by the form. */
export const useCreateEstimate = (saves: IdempotentSave, onSend: (estimate: EstimateWire) => void) => {
  const refresh = useRefreshEstimates()
  const notifyAccepted = useNotifyAccepted()
  const viewAction = useViewAction('/estimates')
  return useMutation({
    mutationFn: (body: CreateBody) =>
      saves.save(
        body,
        (request) => call(estimateEndpoints.create, { body, ...request }),
        (created, request) => saveOver(created, body, request),
      ),
    onSuccess: async (estimate, { estimateNumber }) => {
      const converted = estimate.status === 'accepted'
      const detail = renumberedMessage(estimateNumber, estimate.estimateNumber)
      if (converted) await notifyAccepted(estimate, detail)
      else
        toast({
          title: 'Estimate Created',
          description: `${estimate.estimateNumber} for ${estimate.customer.name} was created.`,
          detail,
          action: mayEmailEstimate(estimate) === true ? { label: 'Send by Email', run: () => onSend(estimate) } : viewAction(estimate.id),
        })
      void refresh({ converted })
    },
  })
}

/** Errors are shown by the form. */
export const useUpdateEstimate = (saves: IdempotentSave) => {
  const refresh = useRefreshEstimates()
  const notifyAccepted = useNotifyAccepted()
  const viewAction = useViewAction('/estimates')
  return useMutation({
    mutationFn: ({ id, body }: { id: number; before: EstimateWire; body: EditBody }) => {
      const send = (version: number, request: IdempotentRequest) =>
        call(estimateEndpoints.update, { params: { id }, body: { ...body, version }, ...request })
      return saves.save(
        body,
        (request) => send(body.version, request),
        (created, request) => send(created.version, request),
      )
    },
    onSuccess: async (estimate, { before }) => {
      const converted = estimate.status === 'accepted' && before.status !== 'accepted'
      if (converted) await notifyAccepted(estimate)
      else
        toast({
          title: 'Estimate Updated',
          description: `${estimate.estimateNumber} was updated.`,
          action: viewAction(estimate.id),
        })
      void refresh({ converted })
    },
  })
}
