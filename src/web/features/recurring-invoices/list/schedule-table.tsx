import { memo } from 'react'
import { describeSchedule } from '#shared/recurrence-text.ts'
import { ActionIcons, showsIcons } from '#web/documents/list/action-icons.tsx'
import { ActionMenu } from '#web/documents/list/action-menu.tsx'
import type { Busy } from '#web/documents/list/actions.ts'
import { DocumentLink } from '#web/documents/list/document-link.tsx'
import { type ActionName, scheduleActions, useRun } from '#web/features/recurring-invoices/schedule/actions.ts'
import { describeNext, type Schedule } from '#web/features/recurring-invoices/schedule/schedules.ts'
import { formatWrappingMoney } from '#web/lib/format/amount.ts'
import { cx } from '#web/ui/cx.ts'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'
import { describeSending, ScheduleStatus } from './schedule-state.tsx'

export type ScheduleRowsProps = {
  schedules: readonly Schedule[]
  busy: Busy<ActionName> | undefined
  openId: number | undefined
}

const icons: readonly ActionName[] = ['edit', 'skip', 'create']

export const EachAmount = ({ schedule: { total, currency } }: { schedule: Schedule }) =>
  total === null ? <span title="An item or a tax rate was deleted">—</span> : formatWrappingMoney(total, currency)

export const ScheduleActions = ({
  schedule,
  busy,
  icons,
}: {
  schedule: Schedule
  busy: ActionName | undefined
  icons: readonly ActionName[]
}) => {
  const run = useRun()
  const target = { actions: scheduleActions, doc: schedule, number: `${schedule.customerName}, ${schedule.firstLine}`, run }
  return (
    <div className="flex justify-end">
      <ActionIcons {...target} icons={icons} busy={busy} iconClassName="@max-4xl:hidden" />
      <ActionMenu {...target} />
    </div>
  )
}

export const ScheduleTable = ({ schedules, busy, openId }: ScheduleRowsProps) => (
  <Table
    aria-label="Recurring invoices"
    className="table-fixed [&_td]:py-2.5 [&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-4 @4xl:[&_:is(td,th):last-child]:pr-3"
  >
    <thead>
      <Tr className="border-b!">
        <Th>Customer</Th>
        <Th numeric className="w-29 @2xl:w-32">
          Amount
        </Th>
        <Th className="hidden pl-5! @3xl:table-cell @3xl:w-[27%]">Schedule</Th>
        <Th className="w-31 pl-4! @4xl:w-32">Next</Th>
        <Th className="w-28 @4xl:w-42">Status</Th>
        <Th className="w-13 text-right pointer-coarse:w-15 pointer-fine:@4xl:w-39">
          <span className="sr-only pointer-fine:@4xl:not-sr-only">Actions</span>
        </Th>
      </Tr>
    </thead>
    <tbody>
      {schedules.map((schedule) => (
        <Row
          key={schedule.id}
          schedule={schedule}
          busy={busy?.id === schedule.id ? busy.name : undefined}
          isOpen={schedule.id === openId}
        />
      ))}
    </tbody>
  </Table>
)

type RowProps = { schedule: Schedule; busy: ActionName | undefined; isOpen: boolean }

const Row = memo(({ schedule, busy, isOpen }: RowProps) => (
  <Tr
    data-row
    data-record={schedule.id}
    className={cx(
      showsIcons,
      'cursor-pointer scroll-mt-4 scroll-mb-20 align-top has-[a:focus-visible]:shadow-[inset_3px_0_var(--accent)]',
      isOpen ? 'bg-accent-soft/60' : 'hover:bg-sunken/50 has-[a:focus-visible]:bg-sunken/50',
    )}
  >
    <Td>
      <DocumentLink
        list="/recurring-invoices"
        id={schedule.id}
        number={schedule.customerName}
        className="-mx-1 block px-1 font-medium pointer-coarse:-my-2 pointer-coarse:py-2"
        numberClassName="line-clamp-2 [overflow-wrap:anywhere]"
      />
      <span dir="auto" className="block truncate text-[0.8125rem] text-muted" title={schedule.firstLine}>
        {schedule.firstLine}
      </span>
    </Td>
    <Td numeric className="whitespace-normal! font-medium">
      <EachAmount schedule={schedule} />
    </Td>
    <Td className="hidden pl-5! @3xl:table-cell">
      <span className="line-clamp-2">{describeSchedule(schedule)}</span>
      <span className="text-[0.8125rem] text-muted">{describeSending(schedule)}</span>
    </Td>
    <Td className="pl-4! tabular-nums">
      <Next schedule={schedule} />
    </Td>
    <Td>
      <ScheduleStatus schedule={schedule} />
    </Td>
    <Td>
      <ScheduleActions schedule={schedule} icons={icons} busy={busy} />
    </Td>
  </Tr>
))

const Next = ({ schedule: { nextDay, timeZone, status } }: { schedule: Schedule }) => {
  if (nextDay === null || status === 'paused') return <span className="text-muted">—</span>
  const { day, distance } = describeNext(nextDay, timeZone)
  return (
    <>
      <span className="block whitespace-nowrap">{day}</span>
      {distance && <span className="text-[0.8125rem] text-muted">{distance}</span>}
    </>
  )
}
