import type { EstimateWire } from '#shared/contract/estimates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import { StatusField } from '#web/documents/form/status-field.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { createBody, editBody, estimateResolver, savedDraft } from './estimate-draft.ts'
import { estimateFormConfig } from './estimate-form-config.ts'
import { describeStatusChange } from './status-hint.ts'
import { useCreateEstimate, useUpdateEstimate } from './use-save-estimate.ts'

/** The initial values: the fields of a new one, or a saved estimate. */
export type FormStart = { draft: FormDraft; days: number | undefined; estimate?: EstimateWire }

type Props = {
  start: FormStart
  /** Whether to offer the draft of an earlier dialog; not for copies. */
  offersDraft: boolean
  /** Opens the email of the estimate just created. */
  onSend: (estimate: EstimateWire) => void
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const resolverFor = () => estimateResolver

/** The form of an estimate, new or saved. */
export const EstimateForm = ({ start: { draft, days, estimate }, offersDraft, onSend, onClose, onCancel, formRef }: Props) => {
  const saves = useIdempotentSave()
  const create = useCreateEstimate(saves, onSend)
  const update = useUpdateEstimate(saves)
  const form = useDocumentForm({
    config: estimateFormConfig,
    start: draft,
    record: estimate,
    toDraft: savedDraft,
    resolverFor,
    offersDraft,
    formRef,
    saves,
    failed: `Failed to ${estimate ? 'update' : 'create'} estimate. Please try again.`,
    onClose,
  })
  const { saved } = form
  const submit = form.submit((checked, outcome) => {
    if (saved) update.mutate({ id: saved.id, before: saved, body: editBody(checked, form.version()) }, outcome)
    else create.mutate(createBody(checked, draft.number), outcome)
  })
  const pending = create.isPending || update.isPending
  const labels = saved ? ['Update Estimate', 'Updating...'] : ['Create Estimate', 'Creating...']

  return (
    <DocumentForm
      form={form}
      label={saved ? 'Estimate' : 'New estimate'}
      daysToEnd={days}
      onCancel={onCancel}
      buttons={
        <Button pending={pending} onClick={submit}>
          {labels[pending ? 1 : 0]}
        </Button>
      }
    >
      <StatusField labels={estimateStatusLabels} hintFor={(status) => describeStatusChange(saved, status)} />
    </DocumentForm>
  )
}
