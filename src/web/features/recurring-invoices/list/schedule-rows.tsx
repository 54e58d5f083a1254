import { memo } from 'react'
import { describeSchedule } from '#shared/recurrence-text.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import { type Column, DocumentTable, type RowsProps } from '#web/documents/list/document-table.tsx'
import { RowActions } from '#web/documents/list/row-actions.tsx'
import { ScheduleBadge } from '#web/documents/list/status-badge.tsx'
import { type ActionName, schedules } from '#web/features/recurring-invoices/schedule/schedule-kind.ts'
import { describeNext, describeSending, type Schedule } from '#web/features/recurring-invoices/schedule/schedules.ts'
import { formatWrappingMoney } from '#web/lib/format/amount.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Card } from '#web/ui/card.tsx'

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

const columns: readonly Column<Schedule>[] = [
  {
    head: 'Customer',
    cell: ({ id, customerName, firstLine }) => (
      <>
        <DocumentLink
          list="/recurring-invoices"
          id={id}
          number={customerName}
          className="-mx-1 block px-1 font-medium pointer-coarse:-my-2 pointer-coarse:py-2"
          numberClassName="line-clamp-2 [overflow-wrap:anywhere]"
        />
        <span dir="auto" className="block truncate text-[0.8125rem] text-muted" title={firstLine}>
          {firstLine}
        </span>
      </>
    ),
  },
  {
    head: 'Amount',
    numeric: true,
    headClassName: 'w-29 @2xl:w-32',
    className: 'whitespace-normal! font-medium',
    cell: (schedule) => <EachAmount schedule={schedule} />,
  },
  {
    head: 'Schedule',
    headClassName: 'hidden pl-5! @3xl:table-cell @3xl:w-[27%]',
    className: 'hidden pl-5! @3xl:table-cell',
    cell: (schedule) => (
      <>
        <span className="line-clamp-2">{describeSchedule(schedule)}</span>
        <span className="text-[0.8125rem] text-muted">{describeSending(schedule)}</span>
      </>
    ),
  },
  {
    head: 'Next',
    headClassName: 'w-31 pl-4! @4xl:w-32',
    className: 'pl-4! tabular-nums',
    cell: (schedule) => {
      const next = getNext(schedule)
      if (!next) return <span className="text-muted">—</span>
      return (
        <>
          <span className="block whitespace-nowrap">{next.day}</span>
          {next.distance && <span className="text-[0.8125rem] text-muted">{next.distance}</span>}
        </>
      )
    },
  },
  { head: 'Status', headClassName: 'w-28 @4xl:w-42', cell: (schedule) => <ScheduleStatus schedule={schedule} /> },
]

const icons: readonly ActionName[] = ['edit', 'skip', 'create']
const tableClass = '[&_td]:py-2.5 [&_tbody>tr]:align-top [&_:is(td,th):first-child]:pl-4 pointer-fine:@4xl:[&_th:last-child]:w-39'

export const ScheduleRows = (props: RowsProps<ActionName, Schedule>) =>
  useMediaQuery('(min-width: 48rem)') ? (
    <DocumentTable {...props} kind={schedules} label="Recurring invoices" columns={columns} icons={icons} className={tableClass} />
  ) : (
    <Card className="overflow-hidden p-0 sm:p-0">
      <ul aria-label="Recurring invoices" className="divide-y divide-line">
        {props.rows.map((schedule) => (
          <Item key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </Card>
  )

const Item = memo(({ schedule }: { schedule: Schedule }) => {
  const next = getNext(schedule)
  return (
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
        {next && (
          <p className="text-[0.8125rem] text-muted tabular-nums">{`Next ${next.day}${next.distance ? `, ${next.distance}` : ''}`}</p>
        )}
        <div className="mt-1 flex items-start justify-between gap-3">
          <ScheduleStatus schedule={schedule} />
          <span className="shrink-0 text-[0.8125rem] text-muted leading-6">{describeSending(schedule)}</span>
        </div>
      </div>
      <div className="relative z-1 mx-0.5">
        <RowActions kind={schedules} doc={schedule} />
      </div>
    </li>
  )
})
