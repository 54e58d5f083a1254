import { type ReactNode, useId } from 'react'
import { PanelCard } from '#web/documents/public/panel-card.tsx'

type Props = {
  icon: ReactNode
  title: string
  text: ReactNode
  children: ReactNode /** The error of the last attempt. */
  problem?: ReactNode
}

/** One payment method. */
export const MethodCard = ({ icon, title, text, children, problem }: Props) => {
  const id = useId()
  return (
    <PanelCard role="region" aria-labelledby={id} className="flex flex-col print:hidden">
      <h2 id={id} className="flex items-center gap-2 font-semibold text-base [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent">
        {icon}
        {title}
      </h2>
      <p className="mt-1 text-muted text-sm">{text}</p>
      {/* Beside another card the buttons are aligned, however long the text above them is. */}
      <div className="mt-auto pt-4">{children}</div>
      {problem && (
        <div role="alert" className="mt-3 text-danger text-sm [overflow-wrap:anywhere]">
          {problem}
        </div>
      )}
    </PanelCard>
  )
}
