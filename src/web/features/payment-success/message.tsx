import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; text?: ReactNode; actions?: ReactNode }

/** What this page has to say while there is no receipt. */
export const Message = ({ icon, title, text, actions }: Props) => (
  <div role="status" className="flex flex-col items-center text-center">
    <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-7">{icon}</span>
    <h1 className="mt-5 text-balance font-semibold text-xl tracking-tight">{title}</h1>
    {text && <div className="mt-2 grid gap-2 text-muted [overflow-wrap:anywhere]">{text}</div>}
    {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)
