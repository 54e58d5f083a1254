import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { Button } from '#web/ui/button.tsx'

type Props<Part> = {
  label: string
  /** Must be a stable function. */
  load: () => Promise<Part>
  children: (part: Part, close: () => void) => ReactNode
}

/** Closing returns the focus to the button. */
export const LazyDisclosure = <Part extends object>({ label, load, children }: Props<Part>) => {
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
