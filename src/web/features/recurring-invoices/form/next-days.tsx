import { useFormContext, useWatch } from 'react-hook-form'
import { maxCatchUp, previewLength } from '#shared/contract/recurring-invoices.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { describeSchedule } from '#shared/recurrence-text.ts'
import { toInstant } from '#shared/zoned-time.ts'
import { listFirstDays, parseSchedule, type RecurringDraft } from './recurring-draft.ts'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** What saving does with days whose time has come. */
export const describePast = (past: number, isSending: boolean): string | undefined => {
  if (past === 0) return undefined
  if (past > maxCatchUp)
    return `More than ${maxCatchUp} of these days have gone by. It will be paused, and you choose which of their invoices are created.`
  const invoices = past === 1 ? 'The first invoice is' : `The first ${past} invoices are`
  return `${invoices} created ${isSending ? 'and sent ' : ''}as soon as you save.`
}

type Props = {
  /** What is done already of a saved one. */
  progress: { lastDone: Day | null; madeCount: number }
}

export const NextDays = ({ progress }: Props) => {
  const { control } = useFormContext<RecurringDraft>()
  const draft = useWatch({ control }) as RecurringDraft
  const { schedule, reason } = parseSchedule(draft)
  const days = schedule ? listFirstDays(schedule, progress, previewLength) : []
  const now = new Date()
  const past = schedule ? days.filter((day) => toInstant(day, schedule.time, schedule.timeZone) <= now).length : 0
  const pastText = describePast(past, draft.sending === 'send')
  return (
    <section aria-label="Next invoices" className="grid min-w-0 gap-3 rounded-lg bg-sunken p-4 text-sm">
      {schedule ? (
        <>
          <p role="status" className="font-medium">
            {describeSchedule(schedule)}
          </p>
          {days.length === 0 ? (
            <p className="text-muted">No invoice is left.</p>
          ) : (
            <ol aria-label="Next dates" className="grid grid-cols-2 gap-x-4 gap-y-1.5 tabular-nums md:grid-cols-1 lg:grid-cols-2">
              {days.map((day) => (
                <li key={day} className="whitespace-nowrap">
                  {formatDay(day)} <span className="text-muted">{weekday.format(new Date(`${day}T00:00:00Z`))}</span>
                </li>
              ))}
            </ol>
          )}
          {pastText && <p className="text-warn">{pastText}</p>}
        </>
      ) : (
        <p role="status" className="text-muted">
          {reason}
        </p>
      )}
    </section>
  )
}
