import { type KeyboardEvent, useRef } from 'react'
import { Field, Textarea } from '#web/ui/field.tsx'
import { AnswerForm, type FormProps } from './answer-form.tsx'

/** No: asks why, so that the business can make a better offer. */
export const DeclineForm = (props: FormProps) => {
  const { page, answer, problem } = props
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <AnswerForm {...props} kind="decline" title="Decline this estimate" submit="Decline Estimate" pendingWords="Declining..." field={field}>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        <bdi>{page.businessProfile.businessName}</bdi> is told at once, and can send you another one.
      </p>
      <Field
        label="Reason"
        required
        className="mt-4"
        hint="The date and your network address are recorded with your answer."
        error={problem?.field === 'reason' ? problem.message : undefined}
      >
        <Textarea
          ref={field}
          rows={4}
          value={answer.typed.reason}
          onChange={(event) => answer.type({ reason: event.target.value })}
          onKeyDown={sendByKey}
        />
      </Field>
    </AnswerForm>
  )
}

/** A reason can have several lines, so Enter alone begins a new one: nobody declines by accident in the midst of a sentence. */
const sendByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
