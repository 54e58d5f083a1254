import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { CustomerText } from '#shared/customer-texts.ts'
import { formatMoney, t } from '#web/documents/public/language.ts'
import { rich } from '#web/documents/public/rich-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { type Answer, type AnswerKind, type ReadablePage, requiredField } from './use-answer.ts'

type Props = {
  kind: AnswerKind
  page: ReadablePage
  answer: Answer
  /** The notice that the estimate changed is shown above, not here. */
  problem: Answer['problem']
  onBack: () => void
}

const words = {
  accept: {
    title: 'Accept this estimate',
    submit: 'Accept Estimate',
    pending: 'Accepting...',
    label: 'Your name',
    hint: 'Your name, the date and your network address are recorded with your answer.',
  },
  // Asks for the reason, so that the business can make a better offer.
  decline: {
    title: 'Decline this estimate',
    submit: 'Decline Estimate',
    pending: 'Declining...',
    label: 'Reason',
    hint: 'The date and your network address are recorded with your answer.',
  },
} satisfies Record<AnswerKind, Record<string, CustomerText>>

/** A reason can have several lines, so Enter alone adds a line instead of declining. */
const submitOnCtrlEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

const Consequence = ({ kind, page: { businessProfile, estimate } }: Pick<Props, 'kind' | 'page'>) => {
  const business = <bdi>{businessProfile.businessName}</bdi>
  if (kind === 'decline') return rich('{business} is notified right away and can send you a new one.', { business })
  return (
    <>
      {t('By accepting, you agree to this estimate.')}{' '}
      {rich(
        estimate.deposit == null
          ? '{business} will send you an invoice for {amount}.'
          : '{business} will send you an invoice for the deposit of {amount} right away, and deduct it from the final one.',
        {
          business,
          amount: <strong className="font-medium text-ink">{formatMoney(estimate.deposit ?? estimate.total, estimate.currency)}</strong>,
        },
      )}
    </>
  )
}

export const AnswerForm = ({ kind, page, answer, problem, onBack }: Props) => {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { title, submit, pending, label, hint } = words[kind]
  const name = requiredField[kind]
  const isWrong = problem?.field === name
  const focusField = () => form.current?.querySelector<HTMLElement>('input,textarea')?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field has the focus first, and when it is refused
  useEffect(focusField, [isWrong])
  const field = {
    value: answer.typed[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => answer.type({ [name]: target.value }),
  }
  return (
    <form
      ref={form}
      noValidate
      className="sm:max-lg:max-w-lg"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        if (!answer.send(kind)) focusField()
      }}
    >
      <h2 id={id} className="font-semibold text-base">
        {t(title)}
      </h2>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        <Consequence kind={kind} page={page} />
      </p>
      <Field label={t(label)} required className="mt-4" hint={t(hint)} error={isWrong ? problem?.message : undefined}>
        {kind === 'accept' ? <Input autoComplete="name" {...field} /> : <Textarea rows={4} {...field} onKeyDown={submitOnCtrlEnter} />}
      </Field>
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
          {t(answer.isPending ? pending : submit)}
        </Button>
        <Button variant="ghost" className="h-11" disabled={answer.isPending} onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    </form>
  )
}
