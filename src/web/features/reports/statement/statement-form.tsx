import { type FormEvent, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type ReportWire, statementEmailInput } from '#shared/contract/reports.ts'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useSendStatement } from './use-send-statement.ts'

type Props = {
  customer: NonNullable<ReportWire['customer']>
  range: ReportWire['range']
  formRef: FormRef
  onClose: () => void
  onCancel: () => void
}

export const StatementForm = ({ customer, range, formRef, onClose, onCancel }: Props) => {
  const { send, isPending, saves } = useSendStatement()
  const [message, setMessage] = useState('')
  const [error, setError] = useState<string>()
  const { element, failure, show, clear } = useFormFailure<{ message: string }>(
    (_, { message }) => setError(message),
    (path) => (path === 'message' ? path : undefined),
  )
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(formRef, () => ({ isDirty: () => message.trim() !== '', discard: () => {} }), [message])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const body = { from: range.from, to: range.to, customerId: customer.id, message: message.trim() || null }
    const checked = statementEmailInput.safeParse(body)
    if (!checked.success) {
      setError(checked.error.issues[0]?.message)
      field.current?.focus()
      return
    }
    clear()
    // A failed send can be retried with the same text.
    const sent = await send(body)
    if (sent instanceof Error) show(sent)
    else if (sent) onClose()
  }
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} aria-label="Statement email" className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm [overflow-wrap:anywhere]">
        <dt className="text-muted">To</dt>
        <dd>
          {customer.email ? (
            <>
              <bdi>{customer.name}</bdi>
              <span className="block text-muted">{customer.email}</span>
            </>
          ) : (
            <span className="text-danger">
              <bdi>{customer.name}</bdi> has no email address.{' '}
              <Link href={`/customers/${customer.id}`} className="font-medium underline underline-offset-2">
                Add one to the customer first.
              </Link>
            </span>
          )}
        </dd>
      </dl>
      <Field label="Message" hint="Replaces the standard greeting. The statement is attached as a PDF." error={error}>
        <Textarea
          ref={field}
          value={message}
          onChange={({ target }) => {
            setMessage(target.value)
            setError(undefined)
          }}
          dir="auto"
          rows={5}
        />
      </Field>
      <ModalFooter>
        <FormError failure={failure} className="w-full" isQuiet />
        <SavePendingNotice saves={saves} message="It will be sent when you are back online." />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending} disabled={!customer.email}>
          {isPending ? 'Sending...' : 'Send Email'}
        </Button>
      </ModalFooter>
    </form>
  )
}
