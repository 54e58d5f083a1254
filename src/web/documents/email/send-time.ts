import type { SendTimeWire } from '#shared/contract/scheduled-sends.ts'
import { addDays, type Day, day, formatDay, isDay } from '#shared/dates.ts'
import { formatTimeOfDay } from '#web/lib/format/instant.ts'
import { getTimeZone, getToday } from '#web/lib/format/today.ts'

const defaultTime = '08:00'

/** 'today at 8:00 AM', 'Nov 30, 2026 at 8:00 AM'. The time zone is named where it isn't the reader's. */
export const formatSendTime = (
  { day, time, timeZone }: Omit<SendTimeWire, 'hasProblem'>,
  today: Day = getToday(),
  ownZone: string = getTimeZone(),
): string => {
  const zone = timeZone === ownZone ? '' : ` (${timeZone.replaceAll('_', ' ')})`
  const when = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : formatDay(day)
  return `${when} at ${formatTimeOfDay(time)}${zone}`
}

export const suggestTimes = (today: Day = getToday()): { label: string; day: Day; time: string }[] => {
  const tomorrow = addDays(today, 1)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const monday = addDays(today, ((8 - weekday) % 7) + (weekday === 1 ? 7 : 0))
  return [
    { label: `Tomorrow ${formatTimeOfDay(defaultTime)}`, day: tomorrow, time: defaultTime },
    ...(monday === tomorrow ? [] : [{ label: `Monday ${formatTimeOfDay(defaultTime)}`, day: monday, time: defaultTime }]),
  ]
}

export const staysBefore = (issueDate: string, sendDay: string): boolean => isDay(sendDay) && day(issueDate) < sendDay
