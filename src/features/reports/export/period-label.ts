import { formatRange } from '#features/reports/builders/periods.ts'
import { formatDay } from '#shared/dates.ts'
import { allTime, type Range } from '#shared/periods.ts'

export const formatPeriod = (range: Range): string => {
  const { from, to } = range
  if (from === allTime.from) return to === allTime.to ? 'All time' : `Up to ${formatDay(to)}`
  return to === allTime.to ? `From ${formatDay(from)} on` : formatRange(range)
}
