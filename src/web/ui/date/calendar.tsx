import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { addDays, type Day, getMonthStart, isDay } from '#shared/dates.ts'
import { getLanguage } from '#web/lib/format/language.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { usePopupPosition } from '#web/ui/combobox/use-popup-position.ts'
import { cx } from '#web/ui/cx.ts'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'

const toDate = (day: Day) => new Date(`${day}T00:00:00Z`)
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: Day) => formatter.format(toDate(day))
}
const [formatMonth, formatFull] = [format({ month: 'long', year: 'numeric' }), format({ dateStyle: 'full' })]
const [formatWeekday, formatWeekdayLong] = [format({ weekday: 'short' }), format({ weekday: 'long' })]

/** 0 for Sunday. */
const getWeekStart = (): number => {
  const locale = new Intl.Locale(getLanguage()) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  // Firefox doesn't tell.
  return locale.getWeekInfo ? locale.getWeekInfo().firstDay % 7 : /^en(-US|-CA|-AU)?$/.test(getLanguage()) ? 0 : 1
}

const addMonths = (day: Day, months: number): Day => {
  const last = addDays(getMonthStart(day, -months - 1), -1)
  const wanted = `${last.slice(0, 8)}${day.slice(8)}`
  return isDay(wanted) ? wanted : last
}

/** @param column of the current day in its week */
const findTarget = ({ key, shiftKey }: KeyboardEvent, current: Day, column: number): Day | undefined => {
  const months = shiftKey ? 12 : 1
  if (key === 'PageUp') return addMonths(current, -months)
  if (key === 'PageDown') return addMonths(current, months)
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -column, End: 6 - column }[key]
  return days === undefined ? undefined : addDays(current, days)
}

type Props = {
  anchor: RefObject<HTMLElement | null>
  value: string
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: Day) => void
  onLeave: () => void
  onCancel: () => void
}

const weeks = [0, 1, 2, 3, 4, 5]
const weekdays = [0, 1, 2, 3, 4, 5, 6]

export const Calendar = ({ anchor, value, min, max, onChoose, onLeave, onCancel }: Props) => {
  const popup = useRef<HTMLDivElement>(null)
  usePopupPosition(anchor, popup)
  const today = getToday()
  const [current, setCurrent] = useState<Day>(isDay(value) ? value : today)
  // The buttons keep the focus when they change the month.
  const followsFocus = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another day becomes the current one
  useEffect(() => {
    if (followsFocus.current) popup.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
    followsFocus.current = true
  }, [current])
  const cancel = useRef(onCancel)
  cancel.current = onCancel
  useEscapeKey(
    true,
    useCallback(() => cancel.current(), []),
  )

  const weekStart = getWeekStart()
  const getColumn = (day: Day) => (toDate(day).getUTCDay() - weekStart + 7) % 7
  const monthStart = getMonthStart(current)
  const first = addDays(monthStart, -getColumn(monthStart))
  const isOffered = (day: Day) => (!min || day >= min) && (!max || day <= max)
  const turn = (months: number) => {
    followsFocus.current = false
    setCurrent(addMonths(current, months))
  }
  const keys = (event: KeyboardEvent) => {
    const to = findTarget(event, current, getColumn(current))
    if (!to) return
    event.preventDefault()
    setCurrent(to)
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!anchor.current?.contains(relatedTarget)) onLeave()
  }

  return (
    <div
      ref={popup}
      popover="manual"
      role="dialog"
      aria-label="Choose a date"
      onBlur={leave}
      // A press on what can't be focused would move the focus out.
      onMouseDown={(event) => event.preventDefault()}
      className="fixed z-50 min-w-72 max-w-72 overflow-y-auto rounded-lg border border-line bg-surface p-3 font-normal text-ink text-sm shadow-raised"
    >
      <div className="mb-1 flex items-center justify-between">
        <Button variant="ghost" size="icon" className="size-8" aria-label="Previous month" onClick={() => turn(-1)}>
          <ChevronLeft />
        </Button>
        <p aria-live="polite" className="font-semibold">
          {formatMonth(current)}
        </p>
        <Button variant="ghost" size="icon" className="size-8" aria-label="Next month" onClick={() => turn(1)}>
          <ChevronRight />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of days of the ARIA practices */}
      <table role="grid" aria-label={formatMonth(current)} className="w-full table-fixed" onKeyDown={keys}>
        <thead>
          <tr>
            {weekdays.map((column) => (
              <th key={column} scope="col" abbr={formatWeekdayLong(addDays(first, column))} className="h-7 font-normal text-muted text-xs">
                {formatWeekday(addDays(first, column)).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week}>
              {weekdays.map((column) => {
                const day = addDays(first, week * 7 + column)
                const isChosen = day === value
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the button in it has the focus
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of that grid
                  <td key={column} role="gridcell" aria-selected={isChosen} className="p-0 text-center">
                    <button
                      type="button"
                      tabIndex={day === current ? 0 : -1}
                      aria-label={formatFull(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={!isOffered(day) || undefined}
                      onClick={() => isOffered(day) && onChoose(day)}
                      className={cx(
                        'size-8 rounded-md tabular-nums outline-offset-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-40',
                        isChosen ? 'bg-accent font-semibold text-on-accent' : 'hover:bg-sunken',
                        !isChosen && day === today && 'font-semibold text-accent',
                        !isChosen && day !== today && day.slice(0, 7) !== current.slice(0, 7) && 'text-muted',
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-1 flex justify-end border-line border-t pt-2">
        <Button variant="ghost" size="sm" className="text-accent" disabled={!isOffered(today)} onClick={() => onChoose(today)}>
          Today
        </Button>
      </div>
    </div>
  )
}
