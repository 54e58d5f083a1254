import { showDay } from '#shared/dates.ts'
import { everything, type Range } from '#shared/periods.ts'
import { rangeWords } from './parts.ts'

/** 'Jan 01, 2026 - Jan 31, 2026', or without an end that there isn't: 'Up to Jan 31, 2026'. */
export const periodWords = (range: Range): string => {
  const { from, to } = range
  if (from === everything.from) return to === everything.to ? 'All time' : `Up to ${showDay(to)}`
  return to === everything.to ? `From ${showDay(from)} on` : rangeWords(range)
}
