import { type ReactNode, useEffect, useRef } from 'react'

/** A step's heading. Takes the focus, so that screen readers announce the step. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
      {children}
    </h3>
  )
}
