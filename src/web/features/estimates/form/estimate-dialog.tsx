import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormDraft } from '#web/documents/form/form-draft.ts'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { loadInitialDraft } from '#web/documents/form/initial-draft.ts'
import { StatusField } from '#web/documents/form/status-field.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import type { FetchInitial } from '#web/documents/form/use-initial-data.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { call } from '#web/lib/api/client.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { createBody, editBody, estimateResolver, savedDraft } from './estimate-draft.ts'
import { estimateFormConfig } from './estimate-form-config.ts'
import { describeStatusChange } from './status-hint.ts'
import { useCreateEstimate, useUpdateEstimate } from './use-save-estimate.ts'

type FormStart = { draft: FormDraft; days: number | undefined; estimate?: EstimateWire }

type EstimateFormProps = {
  start: FormStart
  /** Of an earlier dialog; not for copies. */
  offersDraft: boolean
  onSend: (estimate: EstimateWire) => void
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const resolverFor = () => estimateResolver

const EstimateForm = ({ start: { draft, days, estimate }, offersDraft, onSend, onClose, onCancel, formRef }: EstimateFormProps) => {
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

type Props = {
  open: boolean
  onClose: () => void
  /** Undefined for a new one. */
  id?: number | undefined
  customerId?: number | undefined
  /** Everything but number, dates and status is copied. */
  copyOf?: number | undefined
  onSend: (estimate: EstimateWire) => void
}

const read = (id: number, signal: AbortSignal) => withTaxRates(call(estimateEndpoints.one, { params: { id }, signal }))

/** A saved estimate is refetched because the list may be outdated. */
export default function EstimateDialog({ open, onClose, id, customerId, copyOf, onSend }: Props) {
  const loadStart: FetchInitial<FormStart> = async (signal, client) => {
    if (id === undefined)
      return loadInitialDraft(client, estimateFormConfig, {
        customerId,
        original: copyOf === undefined ? undefined : read(copyOf, signal).then(savedDraft),
      })
    const estimate = await read(id, signal)
    return { draft: savedDraft(estimate), days: undefined, estimate }
  }
  return (
    <FormDialog
      title={id === undefined ? 'Create New Estimate' : 'Edit Estimate'}
      size="editor"
      open={open}
      onClose={onClose}
      question={
        id === undefined ? 'Discard this estimate? What you typed will be lost.' : 'Discard your changes? What you typed will be lost.'
      }
      name="estimate"
      load={loadStart}
      fallback={<FormSkeleton />}
    >
      {(start, form) => <EstimateForm start={start} offersDraft={copyOf === undefined} onSend={onSend} {...form} />}
    </FormDialog>
  )
}
