import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { formatDay, isDay } from '#shared/dates.ts'
import { getLanguage } from '#web/lib/format/language.ts'
import { parseDay } from '#web/lib/format/parse-day.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { cx } from '#web/ui/cx.ts'
import { type ControlProps, Input } from '#web/ui/field.tsx'

const loadCalendar = () => import('./calendar.tsx')
const preload = () => void loadCalendar().catch(() => {})

type Props = ControlProps & {
  /** A day as 2026-01-31, or what is typed while it isn't one. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  min?: string | undefined
  max?: string | undefined
  className?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

export const DateInput = ({ value, onChange, onBlur, min, max, className, ref, ...rest }: Props) => {
  const isTouch = useMediaQuery('(pointer: coarse)')
  // What is typed stays as it is until the field is left.
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const { part: calendar, fetch } = useOnDemand(loadCalendar)
  const anchor = useRef<HTMLDivElement>(null)

  const blur = () => {
    setTyped(undefined)
    onBlur?.()
  }
  const type = (text: string) => {
    setTyped(text)
    onChange(parseDay(text, { today: getToday(), language: getLanguage() }) ?? text.trim())
  }
  if (isTouch)
    return (
      <Input
        {...rest}
        {...{ ref, min, max, className }}
        type="date"
        value={typed ?? value}
        onChange={({ target }) => type(target.value)}
        onBlur={blur}
      />
    )

  // At once where it is loaded, so that the next key goes to the calendar.
  const open = () => (calendar ? setOpen(true) : void fetch().then(setOpen))
  const close = () => {
    setOpen(false)
    anchor.current?.querySelector('input')?.focus()
  }
  const choose = (day: string) => {
    setTyped(undefined)
    onChange(day)
    close()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  return (
    <div ref={anchor} className={cx('relative min-w-0', className)}>
      <Input
        {...rest}
        ref={ref}
        value={typed ?? (isDay(value) ? formatDay(value) : value)}
        onChange={({ target }) => type(target.value)}
        onBlur={blur}
        onKeyDown={keys}
        autoComplete="off"
        placeholder="Jan 31, 2026"
        className="pr-9 tabular-nums"
      />
      <button
        type="button"
        aria-label="Open calendar"
        title="Calendar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => (isOpen ? close() : open())}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-r-md text-muted hover:text-ink"
      >
        <CalendarDays className="size-4" aria-hidden />
      </button>
      {isOpen && calendar && (
        <calendar.Calendar anchor={anchor} {...{ value, min, max }} onChoose={choose} onLeave={() => setOpen(false)} onCancel={close} />
      )}
    </div>
  )
}
