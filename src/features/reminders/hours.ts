import { addDays, type Day, today } from '#shared/dates.ts'
import { toInstant } from '#shared/zoned-time.ts'

/** Reminders are sent on these weekdays (1 is Monday), from one hour until before another, on the clocks of the zone. */
export type SendingHours = { timeZone: string; fromHour: number; untilHour: number; weekdays: readonly number[] }

export type SendingWindow = { day: Day; opensAt: Date; closesAt: Date }

const getWeekday = (day: Day): number => new Date(day).getUTCDay() || 7

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const getWindow = ({ timeZone, fromHour, untilHour }: SendingHours, day: Day): SendingWindow => ({
  day,
  opensAt: toInstant(day, formatHour(fromHour), timeZone),
  closesAt: untilHour === 24 ? toInstant(addDays(day, 1), '00:00', timeZone) : toInstant(day, formatHour(untilHour), timeZone),
})

/** The window that is open at the instant, or else the next one. @param from no earlier day than this one */
export const findWindow = (hours: SendingHours, at: Date, from?: Day): SendingWindow => {
  const first = today(at, hours.timeZone)
  const start = from !== undefined && from > first ? from : first
  // Every weekday comes within a week. An hour that the clock skips can empty the window of one day.
  for (let n = 0; n < 15; n++) {
    const day = addDays(start, n)
    if (!hours.weekdays.includes(getWeekday(day))) continue
    const window = getWindow(hours, day)
    if (window.closesAt > at && window.closesAt > window.opensAt) return window
  }
  throw new RangeError('There are no hours of sending')
}
