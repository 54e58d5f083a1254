import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { formatCard } from '#shared/card-consent.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import { savedCardEndpoints } from '#shared/contract/endpoints/saved-cards.ts'
import type { RecurringRunWire } from '#shared/contract/recurring-invoices.ts'
import { formatDay, today } from '#shared/dates.ts'
import { describeSchedule } from '#shared/recurrence-text.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { ActionButton } from '#web/documents/list/row-actions.tsx'
import { ScheduleBadge } from '#web/documents/list/status-badge.tsx'
import { DocumentPanel, PanelFacts } from '#web/documents/panel/document-panel.tsx'
import { HistorySection } from '#web/documents/panel/history-list.tsx'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { EachAmount } from '#web/features/recurring-invoices/list/schedule-columns.tsx'
import { schedules } from '#web/features/recurring-invoices/schedule/schedule-kind.ts'
import {
  describeDistance,
  describeSending,
  listComing,
  listMissed,
  type Schedule,
} from '#web/features/recurring-invoices/schedule/schedules.ts'
import { call } from '#web/lib/api/client.ts'
import { formatInstant, formatTimeOfDay } from '#web/lib/format/instant.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { type PanelSchedule, ScheduleLines } from './schedule-lines.tsx'

const path = recurringInvoiceEndpoints.list.path

export default function SchedulePanel(props: PanelProps<Schedule>) {
  const { id } = props
  return (
    <DocumentPanel
      {...props}
      kind={schedules}
      endpoints={recurringInvoiceEndpoints}
      getTitle={({ customerName }) => customerName}
      getBadge={(schedule) => <ScheduleBadge schedule={schedule} />}
    >
      {(schedule) => (
        <>
          <Facts schedule={schedule} />
          <ScheduleLines key={`lines ${id}`} schedule={schedule} />
          <NextActions schedule={schedule} />
          <ComingDays schedule={schedule} />
          <Runs key={`runs ${id}`} id={id} />
        </>
      )}
    </DocumentPanel>
  )
}

const describeDue = (dueDays: number | null) =>
  dueDays === null
    ? "Due by the customer's terms"
    : dueDays === 0
      ? 'Due on the issue date'
      : `Due ${dueDays} ${dueDays === 1 ? 'day' : 'days'} after the issue date`

const Facts = ({ schedule }: { schedule: PanelSchedule }) => (
  <PanelFacts label="Each invoice" amount={<EachAmount schedule={schedule} />}>
    <Link
      href={`/customers/${schedule.customerId}`}
      className="w-fit font-medium underline-offset-2 [overflow-wrap:anywhere] hover:text-accent hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-w-11 pointer-coarse:py-2.5"
    >
      <bdi>{schedule.customerName}</bdi>
    </Link>
    <div className="text-sm">
      <p>{describeSchedule(schedule)}</p>
      <p className="text-[0.8125rem] text-muted">
        {[
          `At ${formatTimeOfDay(schedule.time)}, ${schedule.timeZone.replaceAll('_', ' ')}`,
          describeSending(schedule),
          describeDue(schedule.dueDays),
        ].join(' · ')}
      </p>
      {schedule.chargesSavedCard && <Charging customerId={schedule.customerId} />}
    </div>
    <Problem schedule={schedule} />
  </PanelFacts>
)

const Charging = ({ customerId: id }: { customerId: number }) => {
  const { data } = useQuery({
    queryKey: [apiPaths.customers, 'cards', id],
    queryFn: ({ signal }) => call(savedCardEndpoints.list, { params: { id }, signal }),
  })
  if (!data) return null
  const card = data.find(({ removedAt }) => !removedAt)
  return (
    <p className="text-[0.8125rem] text-muted">
      {card
        ? `Charges the saved card: ${formatCard(card)}`
        : 'Will charge the saved card once the customer saves one on the pay page of an invoice'}
    </p>
  )
}

const Problem = ({ schedule }: { schedule: PanelSchedule }) => {
  const { problem, status } = schedule
  if (problem === null) return null
  return (
    <section aria-label="Problem" className="flex items-start gap-2.5 rounded-lg bg-warn-soft px-3 py-2.5 text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-medium text-warn">{status === 'paused' ? 'Paused by Billfold' : 'Waiting'}</p>
        <p>{problem}</p>
        {status === 'active' && (
          <p className="mt-1 text-[0.8125rem] text-muted">It is tried again every hour. Nothing was sent to your customer.</p>
        )}
      </div>
    </section>
  )
}

const NextActions = ({ schedule }: { schedule: PanelSchedule }) => {
  const of = { kind: schedules, doc: schedule }
  const isActive = schedule.status === 'active'
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
      <ActionButton {...of} name="resume" variant="primary" />
      {isActive && schedule.problem !== null && <ActionButton {...of} name="create" label="Try again now" variant="primary" />}
      <ActionButton {...of} name="edit" />
      <ActionButton {...of} name="pause" />
      {isActive && schedule.problem === null && <ActionButton {...of} name="create" label="Create next now" />}
    </div>
  )
}

const comingDays = 12

const ComingDays = ({ schedule }: { schedule: PanelSchedule }) => {
  const from = today(new Date(), schedule.timeZone)
  // The missed days of a paused schedule are not coming; an active one catches up with them.
  const missed = schedule.status === 'paused' ? listMissed(schedule).length : 0
  const days = listComing(schedule, comingDays + missed).slice(missed)
  return (
    <section aria-label="Next invoices" className="border-line border-t px-4 py-4 sm:px-5">
      <h3 className="mb-2.5 font-semibold text-sm">Next invoices</h3>
      {schedule.status === 'paused' && (
        <p className="mb-2.5 text-[0.8125rem] text-muted">
          {missed === 0
            ? 'No invoices are created while paused.'
            : `${missed.toLocaleString('en-US')} ${missed === 1 ? 'invoice was' : 'invoices were'} missed. You choose which to create when you resume.`}
        </p>
      )}
      {days.length === 0 ? (
        <p className="text-muted text-sm">
          {schedule.status === 'ended' ? 'It has ended: no more invoices are created.' : 'No day is left.'}
        </p>
      ) : (
        <ol className="grid grid-cols-2 gap-x-6 gap-y-1.5 text-sm tabular-nums">
          {days.map((day, i) => (
            <li key={day} className="flex flex-wrap items-baseline gap-x-2">
              {formatDay(day)}
              {i === 0 && <span className="text-[0.8125rem] text-muted">{describeDistance(day, from)}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const firstRuns = 12

const Runs = ({ id }: { id: number }) => {
  const params = { id }
  const runs = useQuery({ queryKey: [path, 'runs', id], queryFn: ({ signal }) => call(recurringInvoiceEndpoints.runs, { params, signal }) })
  const history = useQuery({
    queryKey: [path, 'history', id],
    queryFn: ({ signal }) => call(recurringInvoiceEndpoints.history, { params, signal }),
  })
  const failed = [runs, history].find(({ error, data }) => error && !data)
  if (failed?.error) return <LoadError error={failed.error} retry={() => void failed.refetch()} />
  return (
    <>
      <PanelSection title="Runs" rows={runs.data} empty="No invoice was created yet.">
        {(rows) => (
          <>
            <ul className="divide-y divide-line text-sm">
              {rows.slice(0, firstRuns).map((row) => (
                <Run key={row.day} run={row} />
              ))}
            </ul>
            {rows.length > firstRuns && <p className="mt-2 text-[0.8125rem] text-muted">And {rows.length - firstRuns} before.</p>}
          </>
        )}
      </PanelSection>
      <HistorySection events={history.data} />
    </>
  )
}

const Run = ({ run: { day, reason, at, invoice } }: { run: RecurringRunWire }) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0 last:pb-0">
    <span className="tabular-nums" title={`Done on ${formatInstant(at)}`}>
      {formatDay(day)}
    </span>
    <span className="min-w-0 text-right [overflow-wrap:anywhere]">
      {invoice === null ? (
        <span className="text-muted">{reason}</span>
      ) : invoice.isDeleted ? (
        <span className="text-muted">{invoice.invoiceNumber}, which was deleted</span>
      ) : (
        <Link
          href={`/invoices/${invoice.id}`}
          className="pointer-coarse:-my-3 font-medium text-accent underline-offset-2 hover:underline pointer-coarse:inline-block pointer-coarse:min-w-11 pointer-coarse:py-3"
        >
          {invoice.invoiceNumber}
        </Link>
      )}
    </span>
  </li>
)
