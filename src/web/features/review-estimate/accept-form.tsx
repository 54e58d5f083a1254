import { useRef } from 'react'
import { formatMoney } from '#shared/money.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { AnswerForm, type FormProps } from './answer-form.tsx'

/** Yes: says what it means, and asks who says it. */
export const AcceptForm = (props: FormProps) => {
  const { page, answer, problem } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <AnswerForm {...props} kind="accept" title="Accept this estimate" submit="Accept Estimate" pendingWords="Accepting..." field={field}>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        You agree to what it says, and <bdi>{page.businessProfile.businessName}</bdi> will send you an invoice for{' '}
        <strong className="font-medium text-ink">{formatMoney(page.estimate.total)}</strong>.
      </p>
      <Field
        label="Your name"
        required
        className="mt-4"
        hint="Your name, the date and your network address are recorded with your answer."
        error={problem?.field === 'name' ? problem.message : undefined}
      >
        <Input ref={field} autoComplete="name" value={answer.typed.name} onChange={(event) => answer.type({ name: event.target.value })} />
      </Field>
    </AnswerForm>
  )
}
