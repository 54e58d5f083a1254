import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = { icon: ReactNode; tone?: 'quiet' | 'good'; title: string; children?: ReactNode; actions?: ReactNode }

/** What a whole page has to say. */
export const StatusMessage = ({ icon, tone = 'quiet', title, children, actions }: Props) => (
  <div role="status" className="flex flex-col items-center text-center">
    <span
      className={cx(
        'grid size-14 place-items-center rounded-full [&_svg]:size-7',
        tone === 'good' ? 'bg-good-soft text-good' : 'bg-sunken text-muted',
      )}
    >
      {icon}
    </span>
    <h1 className="mt-5 text-balance font-semibold text-xl tracking-tight">{title}</h1>
    {children && <div className="mt-2 grid gap-2 text-muted [overflow-wrap:anywhere]">{children}</div>}
    {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)
