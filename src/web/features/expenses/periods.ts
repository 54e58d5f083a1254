import { addDays, type Day, day, getMonthStart } from '#shared/dates.ts'

/** A span of days; both ends count. '' is open. */
export type DayRange = { from: Day | ''; to: Day | '' }

const yearOf = (of: Day, back = 0) => Number(of.slice(0, 4)) - back

/** The spans that people ask for, as seen from `today`. */
export const getPeriods = (today: Day): readonly { label: string; span: DayRange }[] => [
  { label: 'All dates', span: { from: '', to: '' } },
  { label: 'This month', span: { from: getMonthStart(today), to: addDays(getMonthStart(today, -1), -1) } },
  { label: 'Last month', span: { from: getMonthStart(today, 1), to: addDays(getMonthStart(today), -1) } },
  { label: 'Last 30 days', span: { from: addDays(today, -29), to: today } },
  { label: 'Last 90 days', span: { from: addDays(today, -89), to: today } },
  { label: 'This year', span: { from: day(`${yearOf(today)}-01-01`), to: day(`${yearOf(today)}-12-31`) } },
  { label: 'Last year', span: { from: day(`${yearOf(today, 1)}-01-01`), to: day(`${yearOf(today, 1)}-12-31`) } },
]

/** Which of the periods a span is; undefined for one of the user's own. */
export const findPeriod = (today: Day, { from = '', to = '' }: { from?: string; to?: string }): string | undefined =>
  getPeriods(today).find(({ span }) => span.from === from && span.to === to)?.label
