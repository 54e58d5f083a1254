import type { ReactNode } from 'react'

type Props = { icon: ReactNode; tone?: 'good' | 'plain'; title: string; children?: ReactNode; actions?: ReactNode }

/** What this page has to say, under one sign. */
export const Message = ({ icon, tone = 'plain', title, children, actions }: Props) => (
  <div role="status" className="flex flex-col items-center text-center">
    <span
      className={`grid size-14 place-items-center rounded-full [&_svg]:size-7 ${tone === 'good' ? 'bg-good-soft text-good' : 'bg-sunken text-muted'}`}
    >
      {icon}
    </span>
    <h1 className="mt-5 text-balance font-semibold text-xl tracking-tight">{title}</h1>
    {children && <div className="mt-2 grid gap-2 text-muted">{children}</div>}
    {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)
