import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type BookClosingWire, reopenInput } from '#shared/contract/books.ts'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import { formatDay } from '#shared/dates.ts'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { refreshClosings } from '#web/features/books/query/queries.ts'
import { call } from '#web/lib/api/client.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'

type Typed = z.input<typeof reopenInput>
type FormProps = { closing: BookClosingWire; onClose: () => void; onCancel: () => void; formRef: FormRef }

const ReopenForm = ({ closing, onClose, onCancel, formRef }: FormProps) => {
  const client = useQueryClient()
  const saves = useIdempotentSave()
  const resolver = zodResolver<Typed, unknown, unknown>(reopenInput, undefined, { raw: true })
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Typed>({
    resolver: resolver as never,
    defaultValues: { reason: '' },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current, discard: () => {} }))
  useEffect(() => setFocus('reason'), [setFocus])
  const { element, failure, show, clear } = useFormFailure(setError, (path) => (path === 'reason' ? path : undefined))
  const reopen = useMutation({
    mutationFn: (body: Typed) =>
      saves.save(body, (request) => call(booksEndpoints.reopen, { params: { id: closing.id }, body, ...request })),
    onSuccess: () => {
      toast({ title: 'Success', description: `Reopened the books closed through ${formatDay(closing.throughDay)}` })
      onClose()
    },
    onMutate: clear,
    onError: show,
    onSettled: () => refreshClosings(client),
  })
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void handleSubmit((body) => !reopen.isPending && reopen.mutate(body))(event)}
      aria-label="Reopen the books"
      className="grid gap-4"
    >
      <FormError failure={failure} />
      <Field label="Reason" required error={errors.reason?.message} hint="Kept in the list of closings.">
        <Input {...register('reason')} dir="auto" autoComplete="off" placeholder="e.g. an invoice was missing" />
      </Field>
      <ModalFooter>
        <SavePendingNotice saves={saves} message="The books will be reopened when you are back online." />
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={reopen.isPending}>
          {reopen.isPending ? 'Reopening...' : 'Reopen'}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = {
  closing: BookClosingWire
  /** Through which day the books stay closed. */
  before: string | null
  open: boolean
  onClose: () => void
}

export default function ReopenDialog({ closing, before, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Discard your reason? The books stay closed.', onClose)
  return (
    <Modal
      title={`Reopen books closed through ${formatDay(closing.throughDay)}`}
      description={before ? `The books stay closed through ${formatDay(before)}.` : 'All days can be changed again.'}
      size="sm"
      open={open}
      onClose={close}
      guard
    >
      <ReopenForm closing={closing} onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
