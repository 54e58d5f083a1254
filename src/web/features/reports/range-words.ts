import { showDay } from '#shared/dates.ts'
import { everything } from '#shared/periods.ts'

type Days = { from: string; to: string }

/** 'Jan 01, 2026 to Jan 31, 2026', 'Jan 05, 2026' for a single day, 'All time'. */
export const rangeWords = ({ from, to }: Days): string => {
  if (from === everything.from && to === everything.to) return 'All time'
  if (from === everything.from) return `Until ${showDay(to)}`
  if (to === everything.to) return `From ${showDay(from)}`
  return from === to ? showDay(from) : `${showDay(from)} to ${showDay(to)}`
}

/** 'As of Jan 31, 2026': what is told of the end of a day and not of days. */
export const dayWords = (to: string): string => (to === everything.to ? 'All time' : `As of ${showDay(to)}`)

/** 'Feb 2026' */
export const monthWords = (day: string): string => `${showDay(day).slice(0, 3)} ${day.slice(0, 4)}`
