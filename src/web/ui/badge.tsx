import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'note' | 'good' | 'warn' | 'danger' | 'accent'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  note: 'bg-note-soft text-note',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent-soft text-accent',
}

type BadgeProps = { tone?: Tone | undefined; title?: string | undefined; className?: string | undefined; children: ReactNode }

export const Badge = ({ tone = 'neutral', title, className, children }: BadgeProps) => (
  <span
    title={title}
    className={cx(
      'inline-flex kit:h-6 shrink-0 items-center rounded-full forced-colors:border px-2.5 font-medium text-xs whitespace-nowrap',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
)

const statuses: Record<string, { tone: Tone; label: string }> = {
  draft: { tone: 'neutral', label: 'Draft' },
  sent: { tone: 'note', label: 'Sent' },
  paid: { tone: 'good', label: 'Paid' },
  overdue: { tone: 'danger', label: 'Overdue' },
  accepted: { tone: 'good', label: 'Accepted' },
  rejected: { tone: 'danger', label: 'Rejected' },
  expired: { tone: 'warn', label: 'Expired' },
  issued: { tone: 'note', label: 'Issued' },
  voided: { tone: 'neutral', label: 'Voided' },
}

export const StatusBadge = ({ status }: { status: string }) => (
  <Badge tone={statuses[status]?.tone}>{statuses[status]?.label ?? status}</Badge>
)
