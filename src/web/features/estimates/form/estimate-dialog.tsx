import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { loadInitialDraft } from '#web/documents/form/initial-draft.ts'
import type { FetchInitial } from '#web/documents/form/use-initial-data.ts'
import { call } from '#web/lib/api/client.ts'
import { savedDraft } from './estimate-draft.ts'
import { EstimateForm, type FormStart } from './estimate-form.tsx'
import { estimateFormConfig } from './estimate-form-config.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** The estimate to edit; undefined for a new one. */
  id?: number | undefined
  customerId?: number | undefined
  /** The estimate to copy: everything but number, dates and status. */
  copyOf?: number | undefined
  /** Opens the email of the estimate just created. */
  onSend: (estimate: EstimateWire) => void
}

const read = (id: number, signal: AbortSignal) => call(estimateEndpoints.one, { params: { id }, signal })

/** Creates an estimate or edits a saved one, which is refetched because the list may be outdated. */
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
      size="xl"
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
