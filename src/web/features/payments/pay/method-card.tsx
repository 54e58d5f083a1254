import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  text: ReactNode
  children: ReactNode
  /** The error of the last attempt. */
  problem?: ReactNode
}

export const MethodCard = ({ title, text, children, problem }: Props) => {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col not-first:border-line not-first:border-t not-first:pt-5 sm:max-lg:not-first:border-t-0 sm:max-lg:not-first:pt-0"
    >
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {text && <p className="mt-1 text-muted text-sm">{text}</p>}
      {/* Beside another method the buttons are aligned, however long the text above them is. */}
      <div className="mt-auto pt-3">{children}</div>
      {problem && (
        <div role="alert" className="mt-3 text-danger text-sm [overflow-wrap:anywhere]">
          {problem}
        </div>
      )}
    </section>
  )
}
