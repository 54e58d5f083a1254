import { ScheduleBadge } from '#web/documents/list/schedule-badge.tsx'
import type { Schedule } from '#web/features/recurring-invoices/schedule/schedules.ts'

export const ScheduleStatus = ({ schedule }: { schedule: Schedule }) => (
  <span className="grid min-w-0 justify-items-start gap-1">
    <ScheduleBadge schedule={schedule} />
    {schedule.problem !== null && (
      <span className="line-clamp-2 text-warn text-xs leading-4 [overflow-wrap:anywhere]" title={schedule.problem}>
        {schedule.problem}
      </span>
    )}
  </span>
)

export const describeSending = ({ sendsInvoices }: Pick<Schedule, 'sendsInvoices'>): string =>
  sendsInvoices ? 'Sends automatically' : 'Creates drafts'
