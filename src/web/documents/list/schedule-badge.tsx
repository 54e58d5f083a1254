import { Badge, type Tone } from '#web/ui/badge.tsx'

type Saved = { status: 'active' | 'paused' | 'ended'; problem: string | null }
/** 'waiting': the next invoice could not be created; Billfold tries again. */
export type ScheduleState = Saved['status'] | 'waiting'

export const getScheduleState = ({ status, problem }: Saved): ScheduleState =>
  status === 'active' && problem !== null ? 'waiting' : status

const states: Record<ScheduleState, { tone: Tone; label: string }> = {
  active: { tone: 'good', label: 'Active' },
  waiting: { tone: 'warn', label: 'Waiting' },
  paused: { tone: 'neutral', label: 'Paused' },
  ended: { tone: 'neutral', label: 'Ended' },
}

export const ScheduleBadge = ({ schedule }: { schedule: Saved }) => {
  const { tone, label } = states[getScheduleState(schedule)]
  return <Badge tone={tone}>{label}</Badge>
}
