import { type ReactNode, useEffect, useRef } from 'react'

/** Begins a step: takes the focus, so that who can't see it hears where he is and goes on from there. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
      {children}
    </h3>
  )
}
