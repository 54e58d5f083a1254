import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import { changedSinceOpened } from '#shared/estimate-rules.ts'
import { getToday } from '#web/lib/today.ts'
import { PanelAmount, PanelCard } from '#web/public/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { AcceptForm } from './accept-form.tsx'
import { AnswerChoice } from './choice.tsx'
import { describeDeadline } from './closing.ts'
import { DeclineForm } from './decline-form.tsx'
import type { Answer, AnswerKind } from './use-answer.ts'
import type { ReadablePage } from './wire.ts'

type Props = {
  page: ReadablePage
  answer: Answer
  /** It says something else than when the page was opened. */
  isChanged: boolean
}

/** Leads here from the end of a long estimate. */
export const panelId = 'answer'

/** What the estimate comes to and how long it stands; a choice, then the form of what was chosen. */
export const OpenPanel = ({ page, answer, isChanged }: Props) => {
  const [chosen, setChosen] = useState<AnswerKind>()
  const [cameBackFrom, setCameBackFrom] = useState<AnswerKind>()
  const soon = describeDeadline(page.estimate.expiryDate, getToday())
  const back = () => {
    answer.forget()
    setCameBackFrom(chosen)
    setChosen(undefined)
  }
  const problem = isChanged && answer.isRefusedAsChanged ? undefined : answer.problem
  const form = { page, answer, problem, onBack: back }
  return (
    <PanelCard id={panelId} tabIndex={-1} className="scroll-mt-4 outline-none print:hidden">
      <PanelAmount label={`Total · ${page.estimateNumber}`} amount={page.estimate.total} />
      <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-muted text-sm">
        Valid until {formatDay(page.estimate.expiryDate)}
        {soon && <Badge tone="warn">{soon}</Badge>}
      </p>
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
          <AnswerChoice focused={cameBackFrom} onChoose={setChosen} />
        )}
      </div>
    </PanelCard>
  )
}
