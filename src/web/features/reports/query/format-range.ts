import { formatDay } from '#shared/dates.ts'
import { allTime } from '#shared/periods.ts'

type Days = { from: string; to: string }

/** 'Jan 01, 2026 to Jan 31, 2026', 'Jan 05, 2026' for a single day, 'All time'. */
export const formatRange = ({ from, to }: Days): string => {
  if (from === allTime.from && to === allTime.to) return 'All time'
  if (from === allTime.from) return `Until ${formatDay(to)}`
  if (to === allTime.to) return `From ${formatDay(from)}`
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}

export const formatAsOf = (to: string): string => (to === allTime.to ? 'All time' : `As of ${formatDay(to)}`)
