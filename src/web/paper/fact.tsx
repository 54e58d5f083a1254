import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { label: string; className?: string; children: ReactNode }

/** One of a paper's facts, for a `<dl>`. */
export const Fact = ({ label, className, children }: Props) => (
  <div className={cx('min-w-0', className)}>
    <dt className="text-[0.8125rem] text-muted">{label}</dt>
    <dd className="tabular-nums [overflow-wrap:anywhere]">{children}</dd>
  </div>
)
