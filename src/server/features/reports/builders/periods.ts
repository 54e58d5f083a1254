import { type Day, day, formatDay } from '#shared/dates.ts'
import { chooseStep, countDays, type Range, type Step, splitRange } from '#shared/periods.ts'

const year = (of: Day) => Number(of.slice(0, 4))

/** Decades or centuries, the first and the last of them cut to the range. */
const spans = ({ from, to }: Range, years: number): Range[] => {
  const parts: Range[] = []
  for (let start = year(from) - (year(from) % years); start <= year(to); start += years) {
    const [first, last] = [`${Math.max(start, 1900)}-01-01`, `${Math.min(start + years - 1, 9999)}-12-31`]
    parts.push({ from: first < from ? from : day(first), to: last > to ? to : day(last) })
  }
  return parts
}

const years = ({ from, to }: Range) => (year(from) === year(to) ? String(year(from)) : `${year(from)}-${year(to)}`)

const words: Record<Step, (part: Range) => string> = {
  day: ({ from }) => formatDay(from),
  week: ({ from, to }) => {
    if (from === to) return formatDay(from)
    return `${year(from) === year(to) ? formatDay(from).slice(0, 6) : formatDay(from)} - ${formatDay(to)}`
  },
  month: ({ from }) => `${formatDay(from).slice(0, 3)} ${year(from)}`,
  quarter: ({ from }) => `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${year(from)}`,
  year: years,
}

/** A part of a range, by a name that parts it from the others. */
export type LabeledPeriod = Range & { label: string }

/** The parts that a range's chart and table are made of: days up to years, and of more than a century decades, or centuries. */
export const splitIntoPeriods = (range: Range): LabeledPeriod[] => {
  const span = year(range.to) - year(range.from)
  if (span > 100) return spans(range, span > 1000 ? 100 : 10).map((part) => ({ ...part, label: years(part) }))
  const step = chooseStep(range)
  return splitRange(range, step).map((part) => ({ ...part, label: words[step](part) }))
}

/** What the parts are called above their column. */
export const getPeriodsTitle = (range: Range): string => {
  if (year(range.to) - year(range.from) > 100) return 'Years'
  const step = chooseStep(range)
  return `${step[0]!.toUpperCase()}${step.slice(1)}`
}

/** 'Jan 01, 2026 - Mar 31, 2026', or one day. */
export const formatRange = (range: Range): string =>
  countDays(range) === 1 ? formatDay(range.from) : `${formatDay(range.from)} - ${formatDay(range.to)}`
