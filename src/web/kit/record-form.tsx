import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import type { RecordFormFrame } from './use-record-form.tsx'

type Props = {
  /** Of `useRecordForm`. */
  frame: RecordFormFrame
  /** What it is called for screen readers, where its dialog's title does not say it. */
  label?: string
  /** 'Record Payment', and 'Recording...' meanwhile. */
  send: readonly [label: string, pending: string]
  /** Above a refusal and the fields. */
  intro?: ReactNode
  /** Beside Cancel. */
  others?: ReactNode
  /** Said while a save waits for the network. */
  waiting?: string | undefined
  children: ReactNode
}

/** The frame of a form in a dialog: the offer of a draft, a refusal, the fields, and the buttons. */
export const RecordForm = ({ frame, label, send, intro, others, waiting, children }: Props) => {
  const { element, failure, saves, isPending, offer, submit, onCancel } = frame
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label={label} className="grid gap-4">
      {offer}
      {intro}
      <FormError failure={failure} />
      {children}
      <ModalFooter>
        <SavePendingNotice saves={saves} {...(waiting && { message: waiting })} />
        {others}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          {isPending ? send[1] : send[0]}
        </Button>
      </ModalFooter>
    </form>
  )
}
