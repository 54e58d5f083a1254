import { useEffect, useRef, useState } from 'react'
import { addDays, type Day } from '#shared/dates.ts'
import { changedSinceOpened } from '#shared/estimate-rules.ts'
import { formatDay, formatMoney, t } from '#web/documents/public/language.ts'
import { PanelAmount, PanelCard, PanelReference } from '#web/documents/public/panel-card.tsx'
import { getToday } from '#web/lib/format/today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { AnswerForm } from './answer-form.tsx'
import type { Answer, AnswerKind, ReadablePage } from './use-answer.ts'

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
      {(['accept', 'decline'] as const).map((kind) => (
        <Button
          key={kind}
          ref={focused === kind ? left : undefined}
          variant={kind === 'accept' ? 'primary' : 'secondary'}
          className="h-11 text-base sm:max-lg:min-w-40"
          onClick={() => onChoose(kind)}
        >
          {kind === 'accept' ? t('Accept') : t('Decline')}
        </Button>
      ))}
    </div>
  )
}

const soonDays = 7

/** Undefined when there is plenty of time, or it has expired. */
export const describeDeadline = (expiryDate: string, today: Day): 'Expires today' | 'Expires soon' | undefined =>
  expiryDate === today ? 'Expires today' : expiryDate > today && expiryDate <= addDays(today, soonDays) ? 'Expires soon' : undefined

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
  return (
    <PanelCard id={panelId} tabIndex={-1} className="scroll-mt-4 outline-none print:hidden">
      <PanelAmount label="Total" amount={page.estimate.total} currency={page.estimate.currency} />
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 font-medium text-sm">
        {t('Valid until {date}', { date: formatDay(page.estimate.expiryDate) })}
        {deadline && <Badge tone="warn">{t(deadline)}</Badge>}
      </p>
      {page.estimate.deposit != null && (
        <p className="mt-1 text-muted text-sm tabular-nums">
          {`${t('Deposit on acceptance')}: ${formatMoney(page.estimate.deposit, page.estimate.currency)}`}
        </p>
      )}
      <PanelReference text={`${t('Estimate')} ${page.estimateNumber}`} />
      {isChanged && (
        <p role="alert" className="mt-4 rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
          {t(changedSinceOpened)}
        </p>
      )}
      <div className="mt-5 border-line border-t pt-5">
        {chosen ? (
          <AnswerForm kind={chosen} page={page} answer={answer} problem={problem} onBack={goBack} />
        ) : (
          <AnswerChoice focused={returnedFrom} onChoose={setChosen} />
        )}
      </div>
    </PanelCard>
  )
}
