import type { ReactNode } from 'react'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = {
  /** `/account#password` scrolls here. */
  id: string
  title: string
  badge?: ReactNode
  text?: ReactNode
  /** Marks irreversible actions. */
  danger?: boolean
  children?: ReactNode
}

export const Section = ({ id, title, badge, text, danger = false, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} className="min-w-0 scroll-mt-4 rounded-lg outline-none lg:scroll-mt-6">
    <Card className={cx('sm:p-6', danger && 'border-danger/40')}>
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <CardTitle id={`${id}-title`}>{title}</CardTitle>
        {badge}
      </div>
      {text && <p className="mt-1 max-w-prose text-pretty text-muted text-sm">{text}</p>}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  </section>
)
