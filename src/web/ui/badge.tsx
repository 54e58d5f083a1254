import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'note' | 'good' | 'warn' | 'danger' | 'accent'

export const tones: Record<Tone, string> = {
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
