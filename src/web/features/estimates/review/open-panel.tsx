import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, type Day, formatDay } from '#shared/dates.ts'
import { changedSinceOpened } from '#shared/estimate-rules.ts'
import { formatMoney } from '#shared/money.ts'
import { PanelAmount, PanelCard, PanelReference } from '#web/documents/public/panel-card.tsx'
import { getToday } from '#web/lib/format/today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { AnswerForm, type FormProps } from './answer-form.tsx'
import type { ReadablePage } from './readable-page.ts'
import type { Answer, AnswerKind } from './use-answer.ts'

type AnswerChoiceProps = {
  /** Coming back from a form puts the focus on the button that opened it. */
  focused: AnswerKind | undefined
  onChoose: (kind: AnswerKind) => void
}

const AnswerChoice = ({ focused, onChoose }: AnswerChoiceProps) => {
  const left = useRef<HTMLButtonElement>(null)
  useEffect(() => left.current?.focus(), [])
  return (
    <div className="flex flex-col gap-2.5 sm:max-lg:flex-row">
      <Button
        ref={focused === 'accept' ? left : undefined}
        className="h-11 text-base sm:max-lg:min-w-40"
        onClick={() => onChoose('accept')}
      >
        Accept
      </Button>
      <Button
        ref={focused === 'decline' ? left : undefined}
        variant="secondary"
        className="h-11 text-base sm:max-lg:min-w-40"
        onClick={() => onChoose('decline')}
      >
        Decline
      </Button>
    </div>
  )
}

const soonDays = 7

/** Undefined when there is plenty of time, or it has expired. */
export const describeDeadline = (expiryDate: string, today: Day): 'Expires today' | 'Expires soon' | undefined =>
  expiryDate === today ? 'Expires today' : expiryDate > today && expiryDate <= addDays(today, soonDays) ? 'Expires soon' : undefined

/** Asks for the reason, so that the business can make a better offer. */
const DeclineForm = (props: FormProps) => {
  const { page, answer, problem } = props
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <AnswerForm {...props} kind="decline" title="Decline this estimate" submit="Decline Estimate" pendingLabel="Declining..." field={field}>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        <bdi>{page.businessProfile.businessName}</bdi> is notified right away and can send you a new one.
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
          onKeyDown={submitOnCtrlEnter}
        />
      </Field>
    </AnswerForm>
  )
}

/** A reason can have several lines, so Enter alone adds a line instead of declining. */
const submitOnCtrlEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

const AcceptForm = (props: FormProps) => {
  const { page, answer, problem } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <AnswerForm {...props} kind="accept" title="Accept this estimate" submit="Accept Estimate" pendingLabel="Accepting..." field={field}>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        By accepting, you agree to this estimate. <bdi>{page.businessProfile.businessName}</bdi> will send you an invoice for{' '}
        {page.estimate.deposit != null && 'the deposit of '}
        <strong className="font-medium text-ink">
          {formatMoney(page.estimate.deposit ?? page.estimate.total, page.estimate.currency)}
        </strong>
        {page.estimate.deposit != null && ' right away, and deduct it from the final one'}.
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

type Props = {
  page: ReadablePage
  answer: Answer
  /** The estimate has changed since the page was opened. */
  isChanged: boolean
}

/** The target of the link at the end of a long estimate. */
export const panelId = 'answer'

export const OpenPanel = ({ page, answer, isChanged }: Props) => {
  const [chosen, setChosen] = useState<AnswerKind>()
  const [returnedFrom, setReturnedFrom] = useState<AnswerKind>()
  const deadline = describeDeadline(page.estimate.expiryDate, getToday())
  const goBack = () => {
    answer.reset()
    setReturnedFrom(chosen)
    setChosen(undefined)
  }
  const problem = isChanged && answer.isRefusedAsChanged ? undefined : answer.problem
  const form = { page, answer, problem, onBack: goBack }
  return (
    <PanelCard id={panelId} tabIndex={-1} className="scroll-mt-4 outline-none print:hidden">
      <PanelAmount label="Total" amount={page.estimate.total} currency={page.estimate.currency} />
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 font-medium text-sm">
        Valid until {formatDay(page.estimate.expiryDate)}
        {deadline && <Badge tone="warn">{deadline}</Badge>}
      </p>
      {page.estimate.deposit != null && (
        <p className="mt-1 text-muted text-sm tabular-nums">
          {`Deposit on acceptance: ${formatMoney(page.estimate.deposit, page.estimate.currency)}`}
        </p>
      )}
      <PanelReference text={`Estimate ${page.estimateNumber}`} />
      {isChanged && (
        <p role="alert" className="mt-4 rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
          {changedSinceOpened}
        </p>
      )}
      <div className="mt-5 border-line border-t pt-5">
        {chosen === 'accept' ? (
          <AcceptForm {...form} />
        ) : chosen === 'decline' ? (
          <DeclineForm {...form} />
        ) : (
          <AnswerChoice focused={returnedFrom} onChoose={setChosen} />
        )}
      </div>
    </PanelCard>
  )
}
