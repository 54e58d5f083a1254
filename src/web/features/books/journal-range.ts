import { type Day, day, isDay } from '#shared/dates.ts'
import { allTime, type Range } from '#shared/periods.ts'

/** Which days a journal is of. */
export type Span = 'all' | 'thisYear' | 'lastYear' | 'other'

const year = (of: number): Range => ({ from: day(`${of}-01-01`), to: day(`${of}-12-31`) })

/** The days of a span; null for all that there are. */
export const parseRange = (span: Exclude<Span, 'other'>, today: Day): Range | null => {
  const now = Number(today.slice(0, 4))
  return span === 'all' ? null : year(span === 'thisYear' ? now : now - 1)
}

/** What is wrong with two days as they were typed, by the field that it is about. */
export const getDateProblem = ({ from, to }: { from: string; to: string }): { field: 'from' | 'to'; message: string } | undefined => {
  const isUsable = (text: string) => isDay(text) && text >= allTime.from && text <= allTime.to
  if (!isUsable(from)) return { field: 'from', message: 'Enter the first day' }
  if (!isUsable(to)) return { field: 'to', message: 'Enter the last day' }
  return from > to ? { field: 'to', message: 'The range ends before it starts: choose a last day that is not before the first' } : undefined
}
