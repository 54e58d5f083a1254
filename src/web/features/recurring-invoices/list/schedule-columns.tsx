import { describeSchedule } from '#shared/recurrence-text.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import { actionsColumn } from '#web/documents/list/row-actions.tsx'
import { ScheduleBadge } from '#web/documents/list/status-badge.tsx'
import { schedules } from '#web/features/recurring-invoices/schedule/schedule-kind.ts'
import { describeNext, describeSending, type Schedule } from '#web/features/recurring-invoices/schedule/schedules.ts'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { formatWrappingMoney } from '#web/lib/format/amount.ts'

export const EachAmount = ({ schedule: { total, currency } }: { schedule: Schedule }) =>
  total === null ? <span title="An item or a tax rate was deleted">—</span> : formatWrappingMoney(total, currency)

const ScheduleStatus = ({ schedule }: { schedule: Schedule }) => (
  <span className="grid min-w-0 justify-items-start gap-1">
    <ScheduleBadge schedule={schedule} />
    {schedule.problem !== null && (
      <span className="line-clamp-2 text-warn text-xs leading-4 [overflow-wrap:anywhere]" title={schedule.problem}>
        {schedule.problem}
      </span>
    )}
  </span>
)

/** Undefined where no invoice is coming. */
const getNext = ({ nextDay, timeZone, status }: Schedule) =>
  nextDay === null || status === 'paused' ? undefined : describeNext(nextDay, timeZone)

export const columns: readonly Column<Schedule>[] = [
  {
    head: 'Customer',
    inLine: 'title',
    className: 'font-medium',
    cell: ({ id, customerName, firstLine }) => (
      <>
        <DocumentLink list="/recurring-invoices" id={id} number={customerName} />
        <span dir="auto" className="block truncate font-normal text-[0.8125rem] text-muted" title={firstLine}>
          {firstLine}
        </span>
      </>
    ),
  },
  {
    head: 'Amount',
    numeric: true,
    inLine: 'amount',
    size: 'w-29 @2xl:w-32',
    className: 'whitespace-normal! font-medium',
    cell: (schedule) => <EachAmount schedule={schedule} />,
  },
  {
    head: 'Schedule',
    inLine: 'below',
    size: 'hidden pl-5! @3xl:table-cell @3xl:w-[27%]',
    cell: (schedule) => (
      <>
        <span className="line-clamp-2">{describeSchedule(schedule)}</span>
        <span className="text-[0.8125rem] text-muted">{describeSending(schedule)}</span>
      </>
    ),
  },
  {
    head: 'Next',
    inLine: 'fact',
    size: 'w-31 pl-4! @4xl:w-32',
    className: 'tabular-nums',
    cell: (schedule) => {
      const next = getNext(schedule)
      return (
        next && (
          <>
            <span className="block whitespace-nowrap">{next.day}</span>{' '}
            {next.distance && <span className="text-[0.8125rem] text-muted">{next.distance}</span>}
          </>
        )
      )
    },
  },
  { head: 'Status', inLine: 'below', size: 'w-28 @4xl:w-42', cell: (schedule) => <ScheduleStatus schedule={schedule} /> },
  actionsColumn(schedules, ['edit', 'skip', 'create'], 'pointer-fine:@4xl:w-39'),
]
