import { type Day, day, monthStart } from '#shared/dates.ts'
import { everything, monthEnd, type Range, startOf } from '#shared/periods.ts'

/** The months that begin `back` months before this one's, `length` of them. */
const months = (first: Day, length: number): Range => ({ from: first, to: monthEnd(monthStart(first, 1 - length)) })

/** The ranges that people ask for by name, as seen from `today`. */
export const presets = (today: Day): readonly { label: string; range: Range }[] => {
  const [month, quarter, year] = [monthStart(today), startOf('quarter', today), day(`${today.slice(0, 4)}-01-01`)]
  return [
    { label: 'This month', range: months(month, 1) },
    { label: 'Last month', range: months(monthStart(month, 1), 1) },
    { label: 'This quarter', range: months(quarter, 3) },
    { label: 'Last quarter', range: months(monthStart(quarter, 3), 3) },
    { label: 'This year', range: months(year, 12) },
    { label: 'Last year', range: months(monthStart(year, 12), 12) },
    { label: 'All time', range: everything },
  ]
}
