import { type ReactNode, type RefObject, useEffect, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ReadablePage } from './readable-page.ts'
import { type Answer, type AnswerKind, requiredField } from './use-answer.ts'

export type FormProps = {
  page: ReadablePage
  answer: Answer
  /** The notice that the estimate changed is shown above, not here. */
  problem: Answer['problem']
  onBack: () => void
}

type Props = FormProps & {
  kind: AnswerKind
  title: string
  submit: ReactNode
  pendingLabel: string
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  children: ReactNode
}

export const AnswerForm = ({ kind, title, submit, pendingLabel, field, answer, problem, onBack, children }: Props) => {
  const id = useId()
  const isFieldWrong = problem?.field === requiredField[kind]
  useEffect(() => field.current?.focus(), [field])
  useEffect(() => {
    if (isFieldWrong) field.current?.focus()
  }, [isFieldWrong, field])
  return (
    <form
      noValidate
      className="sm:max-lg:max-w-lg"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        if (!answer.send(kind)) field.current?.focus()
      }}
    >
      <h2 id={id} className="font-semibold text-base">
        {title}
      </h2>
      {children}
      {problem && !problem.field && (
        <p role="alert" className="mt-4 text-danger text-sm">
          {problem.message}
        </p>
      )}
      <div className="mt-4 flex flex-col gap-2.5 sm:max-lg:flex-row">
        <Button
          type="submit"
          variant={kind === 'decline' ? 'danger' : 'primary'}
          pending={answer.isPending}
          className="h-11 text-base sm:max-lg:min-w-40"
        >
          {answer.isPending ? pendingLabel : submit}
        </Button>
        <Button variant="ghost" className="h-11" disabled={answer.isPending} onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
