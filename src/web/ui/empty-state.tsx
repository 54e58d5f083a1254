import type { ReactNode } from 'react'

type Props = { title: string; text?: ReactNode; icon?: ReactNode; action?: ReactNode }

export const EmptyState = ({ title, text, icon, action }: Props) => (
  <div className="flex flex-col items-center justify-center gap-1 px-4 py-12 text-center">
    {icon && <span className="mb-2 grid size-11 place-items-center rounded-full bg-accent-soft text-accent [&_svg]:size-5">{icon}</span>}
    <p className="max-w-md text-balance font-medium">{title}</p>
    {text && <p className="max-w-md text-balance text-muted text-sm">{text}</p>}
    {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)
