import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cx } from './cx.ts'

type Props = {
  title: string
  /** What they say while they are folded. */
  summary: ReactNode
  /** Opens them, and does not fold them again. */
  mustOpen: boolean
  /** Of the fields. */
  className: string
  children: ReactNode
}

/** Fields that few need. */
export const FoldedFields = ({ title, summary, mustOpen, className, children }: Props) => {
  const [isOpen, setOpen] = useState(mustOpen)
  useEffect(() => {
    if (mustOpen) setOpen(true)
  }, [mustOpen])
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-lg border border-line text-sm"
    >
      <summary className="flex min-h-9 list-none items-center justify-between gap-3 px-3 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 truncate">
          <span className="font-medium">{title}</span> <span className="text-muted group-open:hidden">{summary}</span>
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {isOpen && <div className={cx('grid gap-3 px-3 pb-3', className)}>{children}</div>}
    </details>
  )
}
