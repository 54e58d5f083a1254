import type { ReactNode } from 'react'

type Props = { title: string; text?: ReactNode; action?: ReactNode }

export const PageHeader = ({ title, text, action }: Props) => (
  <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
    <div className="min-w-0">
      <h2 className="font-semibold text-xl tracking-tight">{title}</h2>
      {text && <p className="text-muted text-sm">{text}</p>}
    </div>
    {action && <div className="flex flex-wrap gap-2">{action}</div>}
  </div>
)
