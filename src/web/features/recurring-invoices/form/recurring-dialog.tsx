import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import type { RepeatStart } from '#web/documents/form/repeat.ts'
import { type FormStart, loadNew, loadSaved } from './load-start.ts'
import { RecurringForm } from './recurring-form.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** Undefined for a new one. */
  id?: number | undefined
  start?: RepeatStart | undefined
}

const isPrefilled = ({ of, draft }: RepeatStart) => of !== undefined || draft !== undefined

export default function RecurringDialog({ open, onClose, id, start = {} }: Props) {
  return (
    <FormDialog<FormStart>
      title={
        id !== undefined
          ? 'Edit Recurring Invoice'
          : start.of
            ? `Repeat This ${start.of.type === 'invoice' ? 'Invoice' : 'Estimate'}`
            : 'New Recurring Invoice'
      }
      size="xl"
      open={open}
      onClose={onClose}
      question={
        id === undefined
          ? 'Discard this recurring invoice? What you typed will be lost.'
          : 'Discard your changes? What you typed will be lost.'
      }
      name="recurring invoice"
      load={(signal, client) => (id === undefined ? loadNew(client, start, signal) : loadSaved(client, id, signal))}
      fallback={<FormSkeleton />}
    >
      {(loaded, form) => <RecurringForm start={loaded} offersDraft={!isPrefilled(start)} onSaved={start.onSaved} {...form} />}
    </FormDialog>
  )
}
