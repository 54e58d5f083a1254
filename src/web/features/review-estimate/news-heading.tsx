import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { isNews: boolean; className?: string; children: ReactNode }

/** Says where the estimate stands. When it came to this while the page was open, the focus goes there: what had it is gone. */
export const StatusHeading = ({ isNews, className, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <h2 ref={heading} tabIndex={-1} className={cx('font-semibold text-base outline-none', className)}>
      {children}
    </h2>
  )
}
