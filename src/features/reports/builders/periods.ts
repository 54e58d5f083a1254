import type { Sums } from '#server/domain/ledger/figures/grouped-sums.ts'
import type { Report } from '#shared/contract/reports.ts'
import { type Texts, textsIn } from '#shared/customer-texts.ts'
import { type Day, day, formatDay } from '#shared/dates.ts'
import { noSum, type Sum } from '#shared/money.ts'
import { allTime, chooseStep, countDays, type Range, type Step, splitRange } from '#shared/periods.ts'

const getYear = (of: Day) => Number(of.slice(0, 4))

const splitByYears = ({ from, to }: Range, formatYears: number): Range[] => {
  const parts: Range[] = []
  for (let start = getYear(from) - (getYear(from) % formatYears); start <= getYear(to); start += formatYears) {
    const [first, last] = [`${Math.max(start, 1900)}-01-01`, `${Math.min(start + formatYears - 1, 9999)}-12-31`]
    parts.push({ from: first < from ? from : day(first), to: last > to ? to : day(last) })
  }
  return parts
}

const formatYears = ({ from, to }: Range) => (getYear(from) === getYear(to) ? String(getYear(from)) : `${getYear(from)}-${getYear(to)}`)

const formatByStep: Record<Step, (part: Range) => string> = {
  day: ({ from }) => formatDay(from),
  week: ({ from, to }) => {
    if (from === to) return formatDay(from)
    return `${getYear(from) === getYear(to) ? formatDay(from).slice(0, 6) : formatDay(from)} - ${formatDay(to)}`
  },
  month: ({ from }) => `${formatDay(from).slice(0, 3)} ${getYear(from)}`,
  quarter: ({ from }) => `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${getYear(from)}`,
  year: formatYears,
}

/** The labels are distinct. */
export type LabeledPeriod = Range & { label: string }

/** Days to years, or decades and centuries for ranges of more than a hundred years. */
export const splitIntoPeriods = (range: Range): LabeledPeriod[] => {
  const span = getYear(range.to) - getYear(range.from)
  if (span > 100) return splitByYears(range, span > 1000 ? 100 : 10).map((part) => ({ ...part, label: formatYears(part) }))
  const step = chooseStep(range)
  return splitRange(range, step).map((part) => ({ ...part, label: formatByStep[step](part) }))
}

/** The chart shows it, the table leaves it out. */
export const isEmptyDay = (part: Range, sums: readonly Sum[]): boolean => countDays(part) === 1 && sums.every((sum) => sum === noSum)

export const getPeriodsTitle = (range: Range): string => {
  if (getYear(range.to) - getYear(range.from) > 100) return 'Years'
  const step = chooseStep(range)
  return `${step[0]!.toUpperCase()}${step.slice(1)}`
}

export const buildChart = (periods: readonly LabeledPeriod[], labels: readonly string[], sums: readonly Sums[]): Report['chart'] => ({
  isStacked: false,
  series: labels.map((label, i) => ({ key: `s${i}`, label })),
  points: periods.map(({ label, from, to }, i) => ({ label, from, to, values: sums[i]!.sums.slice(0, labels.length) })),
})

export const formatPeriod = (range: Range, { t, day: format }: Texts = textsIn('en')): string => {
  const { from, to } = range
  if (from === allTime.from) return to === allTime.to ? t('All time') : t('Up to {date}', { date: format(to) })
  if (to === allTime.to) return t('From {date} on', { date: format(from) })
  return from === to ? format(from) : `${format(from)} - ${format(to)}`
}
