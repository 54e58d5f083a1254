import { type Day, day, getMonthStart } from '#shared/dates.ts'
import { allTime, getMonthEnd, getStepStart, type Range } from '#shared/periods.ts'

/** The months that begin `back` months before this one's, `length` of them. */
const months = (first: Day, length: number): Range => ({ from: first, to: getMonthEnd(getMonthStart(first, 1 - length)) })

/** The ranges that people ask for by name, as seen from `today`. */
export const rangePresets = (today: Day): readonly { label: string; range: Range }[] => {
  const [month, quarter, year] = [getMonthStart(today), getStepStart('quarter', today), day(`${today.slice(0, 4)}-01-01`)]
  return [
    { label: 'This month', range: months(month, 1) },
    { label: 'Last month', range: months(getMonthStart(month, 1), 1) },
    { label: 'This quarter', range: months(quarter, 3) },
    { label: 'Last quarter', range: months(getMonthStart(quarter, 3), 3) },
    { label: 'This year', range: months(year, 12) },
    { label: 'Last year', range: months(getMonthStart(year, 12), 12) },
    { label: 'All time', range: allTime },
  ]
}
