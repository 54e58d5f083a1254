import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; isGood?: boolean; children: ReactNode }

export const StatusMessage = ({ icon, title, isGood = false, children }: Props) => (
  <>
    <p className={`mt-2 flex items-center gap-2 font-medium text-sm [&_svg]:size-5 [&_svg]:shrink-0 ${isGood ? 'text-good' : ''}`}>
      {icon}
      {title}
    </p>
    {children && <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">{children}</p>}
  </>
)
