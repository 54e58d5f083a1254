import { Check, CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { tone?: 'warn' | 'note' | 'danger'; title?: ReactNode; action?: ReactNode; children?: ReactNode }

const tones = {
  warn: 'border-warn/40 bg-warn-soft text-warn',
  note: 'border-note/30 bg-note-soft text-note',
  danger: 'border-danger/40 bg-danger-soft text-danger',
}

export const PlanNotice = ({ tone = 'note', title, action, children }: Props) => {
  const Icon = tone === 'note' ? Info : CircleAlert
  return (
    <div role="status" className={cx('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border px-4 py-3 text-sm', tones[tone])}>
      <span className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="min-w-0">
          {title && <strong className="block font-semibold">{title}</strong>}
          {children}
        </span>
      </span>
      {action}
    </div>
  )
}

type ListProps = { features: readonly string[]; label?: string; className?: string }

export const FeatureList = ({ features, label, className }: ListProps) => (
  <ul aria-label={label} className={`grid content-start gap-2 text-sm ${className ?? ''}`}>
    {features.map((feature) => (
      <li key={feature} className="flex items-start gap-2">
        <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden /> {feature}
      </li>
    ))}
  </ul>
)
