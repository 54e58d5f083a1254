import { addDays, type Day } from '#shared/dates.ts'
import { listDays, type Recurrence } from '#shared/recurrence.ts'
import { toInstant } from '#shared/zoned-time.ts'

export type Schedule = Recurrence & { time: string; timeZone: string }

export const getRunAt = ({ time, timeZone }: Schedule, day: Day): Date => toInstant(day, time, timeZone)

export const findNext = (schedule: Schedule, from: Day): { nextDay: Day | null; nextRunAt: Date | null } => {
  const [nextDay = null] = listDays(schedule, from, 1)
  return { nextDay, nextRunAt: nextDay && getRunAt(schedule, nextDay) }
}

export const listDue = (schedule: Schedule, from: Day, now: Date, max: number): Day[] => {
  const due: Day[] = []
  for (const day of listDays(schedule, from, max)) {
    if (getRunAt(schedule, day) > now) break
    due.push(day)
  }
  return due
}

export const findComing = (schedule: Schedule, from: Day, now: Date): Day | null => {
  // Zones are less than two days apart, so days that are that old have begun everywhere.
  const recent = addDays(now.toISOString().slice(0, 10) as Day, -2)
  return listDays(schedule, from > recent ? from : recent, 20).find((day) => getRunAt(schedule, day) > now) ?? null
}
