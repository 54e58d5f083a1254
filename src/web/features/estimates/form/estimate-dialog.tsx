import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { estimateStatusLabels, mayEmailEstimate } from '#shared/estimate-rules.ts'
import { DocumentDialog, type FormStart } from '#web/documents/form/document-dialog.tsx'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import { renumberedMessage } from '#web/documents/form/initial-draft.ts'
import { StatusField } from '#web/documents/form/status-field.tsx'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { useDescribeConverted } from '#web/features/estimates/actions/use-conversion.tsx'
import { useRefreshEstimates } from '#web/features/estimates/actions/use-refresh-estimates.ts'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import type { EstimateStart } from '#web/lib/dialogs/new-estimate.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { type CheckedEstimate, estimateForm, estimateResolver, storedEstimates, toBody } from './estimate-draft.ts'
import { describeStatusChange } from './status-hint.ts'

type Body = ReturnType<typeof toBody>
type FormProps = { start: FormStart<EstimateWire>; onSend: (estimate: EstimateWire) => void } & FormEnds

const update = ({ id, version, estimateNumber }: EstimateWire, { drawNumber, ...body }: Body, request: IdempotentRequest) =>
  call(estimateEndpoints.update, {
    params: { id },
    body: { ...body, ...(drawNumber && { estimateNumber }), version },
    ...request,
  })

const EstimateForm = ({ start, onSend, ...ends }: FormProps) => {
  const describeConverted = useDescribeConverted()
  const refresh = useRefreshEstimates()
  const viewAction = useViewAction('/estimates')
  const state = useDocumentForm<EstimateWire, CheckedEstimate, Body, EstimateWire>({
    ...ends,
    config: estimateForm,
    start,
    toValues: storedEstimates.toDraft,
    offersDraft: start.offersDraft,
    resolverFor: () => estimateResolver,
    save: (body, request, saved) => (saved ? update(saved, body, request) : call(estimateEndpoints.create, { body, ...request })),
    over: (first, body, request) => update(first, body, request),
    done: (estimate, body, saved) => {
      const { id, status, invoice, estimateNumber, customer } = estimate
      const detail = saved ? undefined : renumberedMessage(body.estimateNumber, estimateNumber)
      // Accepting it created the invoice.
      if (status === 'accepted' && saved?.status !== 'accepted' && invoice)
        return { ...describeConverted('Estimate Accepted & Converted', estimate, invoice), detail }
      if (saved) return { title: 'Estimate Updated', description: `${estimateNumber} was updated.`, action: viewAction(id) }
      return {
        title: 'Estimate Created',
        description: `${estimateNumber} for ${customer.name} was created.`,
        detail,
        action: mayEmailEstimate(estimate) === true ? { label: 'Send by Email', run: () => onSend(estimate) } : viewAction(id),
      }
    },
    refresh: () => refresh({ converted: true }),
    failed: `Failed to ${start.saved ? 'update' : 'create'} estimate. Please try again.`,
  })
  const { saved, pending } = state
  const labels = saved ? ['Update Estimate', 'Updating...'] : ['Create Estimate', 'Creating...']

  return (
    <DocumentForm
      state={state}
      buttons={
        <Button
          pending={pending !== undefined}
          onClick={state.submit((checked) => toBody(checked, saved ? undefined : start.draft.number))}
        >
          {labels[pending ? 1 : 0]}
        </Button>
      }
    >
      <StatusField labels={estimateStatusLabels} hintFor={(status) => describeStatusChange(saved, status)} />
    </DocumentForm>
  )
}

type Props = EstimateStart & {
  open: boolean
  onClose: () => void
  /** Undefined for a new one. */
  id?: number | undefined
  onSend: (estimate: EstimateWire) => void
}

export default function EstimateDialog({ onSend, ...dialog }: Props) {
  return (
    <DocumentDialog
      title={dialog.id === undefined ? 'Create New Estimate' : 'Edit Estimate'}
      config={estimateForm}
      stored={storedEstimates}
      {...dialog}
    >
      {(start, ends) => <EstimateForm start={start} onSend={onSend} {...ends} />}
    </DocumentDialog>
  )
}
