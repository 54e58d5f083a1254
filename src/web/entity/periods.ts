import { type Day, day, getMonthStart } from '#shared/dates.ts'
import { getLastDays, getMonthEnd, getStepStart, type Range } from '#shared/periods.ts'
import { formatMonth } from '#web/lib/format/month.ts'

/** Both inclusive; '' means open. */
export type DayRange = { from: Day | ''; to: Day | '' }

/** The label stays with the present day, as a saved view does; the name says which one that is now. */
type Period<R = Range> = { label: string; name: string; range: R }

const months = (first: Day, length: number): Range => ({ from: first, to: getMonthEnd(getMonthStart(first, 1 - length)) })
const nameQuarter = (of: Day) => `Q${Math.ceil(Number(of.slice(5, 7)) / 3)} ${of.slice(0, 4)}`
const nameYear = (of: Day) => of.slice(0, 4)

/** Whole months, quarters and years around today. */
export const getCalendarPeriods = (today: Day): readonly Period[] =>
  (
    [
      ['month', getMonthStart(today), 1, formatMonth],
      ['quarter', getStepStart('quarter', today), 3, nameQuarter],
      ['year', day(`${today.slice(0, 4)}-01-01`), 12, nameYear],
    ] as const
  ).flatMap(([step, start, length, name]) =>
    [
      { label: `This ${step}`, start },
      { label: `Last ${step}`, start: getMonthStart(start, length) },
    ].map(({ label, start }) => ({ label, name: name(start), range: months(start, length) })),
  )

const lastDays = (today: Day, days: number): Period => {
  const label = `Last ${days} days`
  return { label, name: label, range: getLastDays(today, days) }
}

export const getPeriods = (today: Day): readonly Period<DayRange>[] => [
  { label: 'All dates', name: 'All dates', range: { from: '', to: '' } },
  ...getCalendarPeriods(today),
  lastDays(today, 30),
  lastDays(today, 90),
]

export const findPeriod = (today: Day, { from = '', to = '' }: { from?: string; to?: string }): string | undefined =>
  getPeriods(today).find(({ range }) => range.from === from && range.to === to)?.label
