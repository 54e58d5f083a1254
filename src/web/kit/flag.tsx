import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A checkbox with its label, and what it means below. */
export const Flag = ({
  label,
  hint,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) => (
  <label className={cx('flex gap-2.5 text-sm pointer-coarse:min-h-11', className)}>
    <input {...input} type="checkbox" className="mt-0.5 size-4 shrink-0 accent-accent" />
    <span className="min-w-0">
      <span className="block tabular-nums">{label}</span>
      {hint && <span className="block text-[0.8125rem] text-muted">{hint}</span>}
    </span>
  </label>
)
