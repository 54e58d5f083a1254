import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A table in a frame that scrolls both ways. The frame is focusable, so that arrow keys scroll it. */
export const ScrollTable = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className={cx('overflow-auto rounded-lg border border-line', className)}>
    <table aria-label={label} className="w-full border-collapse text-sm [&_td]:h-10">
      {children}
    </table>
  </section>
)
