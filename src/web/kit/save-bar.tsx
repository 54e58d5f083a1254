import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { isFloating: boolean; status: string; className?: string; children: ReactNode }

/** At the end of a form that stays on its page. It floats over the form only while there is something to save. */
export const SaveBar = ({ isFloating, status, className, children }: Props) => (
  <div
    data-save-bar
    className={cx(
      '-mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 py-2.5 sm:border sm:border-transparent',
      isFloating &&
        '[@media(min-height:30rem)]:sticky bottom-(--bar) z-5 border-line border-t bg-surface sm:bottom-[calc(var(--bar)+0.5rem)] sm:rounded-lg sm:border-line sm:shadow-raised lg:bottom-4',
      className,
    )}
  >
    <p role="status" className="min-w-0 text-muted text-sm">
      {status}
    </p>
    {children}
  </div>
)
