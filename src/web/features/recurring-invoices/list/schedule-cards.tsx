import { memo } from 'react'
import { describeSchedule } from '#shared/recurrence-text.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import type { ActionName } from '#web/features/recurring-invoices/schedule/actions.ts'
import { describeNext, type Schedule } from '#web/features/recurring-invoices/schedule/schedules.ts'
import { describeSending, ScheduleStatus } from './schedule-state.tsx'
import { EachAmount, ScheduleActions, type ScheduleRowsProps } from './schedule-table.tsx'

/** On touch screens the menu has all actions. */
const noIcons: readonly ActionName[] = []

export const ScheduleCards = ({ schedules, busy }: ScheduleRowsProps) => (
  <ul aria-label="Recurring invoices" className="divide-y divide-line">
    {schedules.map((schedule) => (
      <Item key={schedule.id} schedule={schedule} busy={busy?.id === schedule.id ? busy.name : undefined} />
    ))}
  </ul>
)

const describeNextDay = ({ nextDay, timeZone, status }: Schedule) => {
  if (nextDay === null || status === 'paused') return undefined
  const { day, distance } = describeNext(nextDay, timeZone)
  return `Next ${day}${distance ? `, ${distance}` : ''}`
}

const Item = memo(({ schedule, busy }: { schedule: Schedule; busy: ActionName | undefined }) => (
  <li
    data-row
    data-record={schedule.id}
    className="relative grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] scroll-mt-4 scroll-mb-4 py-2 pl-4 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]"
  >
    <div className="grid min-w-0 gap-1 pt-1.5">
      <div className="flex items-start justify-between gap-3">
        <DocumentLink
          list="/recurring-invoices"
          id={schedule.id}
          number={schedule.customerName}
          className="min-w-0 font-medium after:absolute after:inset-0"
          numberClassName="line-clamp-2 [overflow-wrap:anywhere]"
        />
        <span className="shrink-0 text-right font-medium tabular-nums">
          <EachAmount schedule={schedule} />
        </span>
      </div>
      <p dir="auto" className="line-clamp-1 text-muted text-sm [overflow-wrap:anywhere]">
        {schedule.firstLine}
      </p>
      <p className="text-sm">{describeSchedule(schedule)}</p>
      <p className="text-[0.8125rem] text-muted tabular-nums empty:hidden">{describeNextDay(schedule)}</p>
      <div className="mt-1 flex items-start justify-between gap-3">
        <ScheduleStatus schedule={schedule} />
        <span className="shrink-0 text-[0.8125rem] text-muted leading-6">{describeSending(schedule)}</span>
      </div>
    </div>
    <div className="relative z-1 mx-0.5">
      <ScheduleActions schedule={schedule} icons={noIcons} busy={busy} />
    </div>
  </li>
))
