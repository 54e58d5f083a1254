import { addDays, type Day, day, getMonthStart } from '#shared/dates.ts'
import { getStepStart } from '#shared/periods.ts'

/** Both inclusive; '' means open. */
export type DayRange = { from: Day | ''; to: Day | '' }

const getYear = (of: Day, back = 0) => Number(of.slice(0, 4)) - back

export const getPeriods = (today: Day): readonly { label: string; range: DayRange }[] => [
  { label: 'All dates', range: { from: '', to: '' } },
  { label: 'This month', range: { from: getMonthStart(today), to: addDays(getMonthStart(today, -1), -1) } },
  { label: 'Last month', range: { from: getMonthStart(today, 1), to: addDays(getMonthStart(today), -1) } },
  {
    label: 'This quarter',
    range: { from: getStepStart('quarter', today), to: addDays(getMonthStart(getStepStart('quarter', today), -3), -1) },
  },
  { label: 'Last 30 days', range: { from: addDays(today, -29), to: today } },
  { label: 'Last 90 days', range: { from: addDays(today, -89), to: today } },
  { label: 'This year', range: { from: day(`${getYear(today)}-01-01`), to: day(`${getYear(today)}-12-31`) } },
  { label: 'Last year', range: { from: day(`${getYear(today, 1)}-01-01`), to: day(`${getYear(today, 1)}-12-31`) } },
]

export const findPeriod = (today: Day, { from = '', to = '' }: { from?: string; to?: string }): string | undefined =>
  getPeriods(today).find(({ range }) => range.from === from && range.to === to)?.label
