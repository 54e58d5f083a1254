import type { CreditNoteStatus } from '#shared/credit-note-rules.ts'
import type { EstimateStatus } from '#shared/estimate-rules.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export type DocumentStatus = InvoiceStatus | EstimateStatus | CreditNoteStatus

export const tones: Record<DocumentStatus, Tone> = {
  draft: 'neutral',
  sent: 'note',
  paid: 'good',
  overdue: 'danger',
  accepted: 'good',
  rejected: 'danger',
  expired: 'warn',
  issued: 'note',
  voided: 'neutral',
}

export const StatusBadge = ({ status }: { status: DocumentStatus }) => (
  <Badge tone={tones[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>
)

type Schedule = { status: 'active' | 'paused' | 'ended'; problem: string | null }
/** 'waiting': the next invoice could not be created; Billfold tries again. */
export type ScheduleState = Schedule['status'] | 'waiting'

export const getScheduleState = ({ status, problem }: Schedule): ScheduleState =>
  status === 'active' && problem !== null ? 'waiting' : status

export const scheduleStateLabels: Record<ScheduleState, string> = {
  active: 'Active',
  waiting: 'Waiting',
  paused: 'Paused',
  ended: 'Ended',
}
const scheduleTones: Partial<Record<ScheduleState, Tone>> = { active: 'good', waiting: 'warn' }

export const ScheduleBadge = ({ schedule }: { schedule: Schedule }) => {
  const state = getScheduleState(schedule)
  return <Badge tone={scheduleTones[state]}>{scheduleStateLabels[state]}</Badge>
}
