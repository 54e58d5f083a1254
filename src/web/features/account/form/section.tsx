import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = {
  /** Takes the focus when a pressed button disappears. */
  id: string
  title: string
  badge?: ReactNode
  text?: ReactNode
  /** Marks irreversible actions. */
  danger?: boolean
  children?: ReactNode
}

export const Section = ({ id, title, badge, text, danger = false, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} className="min-w-0 rounded-lg outline-none">
    <Card className={cx('sm:p-6', danger && 'border-danger/40')}>
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <CardTitle id={`${id}-title`}>{title}</CardTitle>
        {badge}
      </div>
      {text && <p className="mt-1 max-w-prose text-pretty text-muted text-sm">{text}</p>}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  </section>
)

type DisclosureProps<Part> = {
  label: string
  /** Must be a stable function. */
  load: () => Promise<Part>
  children: (part: Part, close: () => void) => ReactNode
}

/** Closing returns the focus to the button. */
export const LazyDisclosure = <Part extends object>({ label, load, children }: DisclosureProps<Part>) => {
  const { part, fetch } = useOnDemand(load)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (part && isOpen) return children(part, () => setIsOpen(false))
  const open = async () => {
    if (await fetch()) setIsOpen(true)
  }
  return (
    <Button
      ref={button}
      variant="secondary"
      aria-expanded={false}
      onClick={() => void open()}
      onPointerEnter={() => void load().catch(() => {})}
    >
      {label}
    </Button>
  )
}
