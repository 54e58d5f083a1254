import { fold } from '#server/domain/search/fold.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import { addDays, type Day, getMonthStart, isDay } from '#shared/dates.ts'
import { allTime, getMonthEnd, getStepStart, type Range } from '#shared/periods.ts'
import { parseTypedAmount } from './patterns.ts'

/** What a typed text says of records besides their words: 'paid invoices of march 2026 over 500'. */
export type Understood = {
  range: Range
  /** Displayed statuses and 'refunded'; none for any. */
  statuses: string[]
  /** Decimal texts; null for any. */
  least: string | null
  most: string | null
  kinds: SearchKind[]
  words: string[]
}

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const month = `(${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)`

const getMonthRange = (year: number, number: number, count = 1): Range | null => {
  const from = `${year}-${String(number).padStart(2, '0')}-01`
  return isDay(from) ? { from, to: getMonthEnd(getMonthStart(from, 1 - count)) } : null
}
const getDayRange = (year: number, number: number, date: number): Range | null => {
  const at = `${year}-${String(number).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(at) ? { from: at, to: at } : null
}

/** Without a year it is the latest one that has begun. */
const getNamedRange = (today: Day, year: string | undefined, number: number, count = 1): Range | null => {
  const range = getMonthRange(Number(year ?? today.slice(0, 4)), number, count)
  return year === undefined && range && range.from > today ? getMonthRange(Number(today.slice(0, 4)) - 1, number, count) : range
}

const steps = { month: 1, quarter: 3, year: 12 } as const

type Period = [pattern: string, read: (today: Day, ...groups: (string | undefined)[]) => Range | null]
const periods: readonly Period[] = [
  ['(\\d{4})-(\\d\\d?)-(\\d\\d?)', (_, year, number, date) => getDayRange(Number(year), Number(number), Number(date))],
  ['(\\d{4})[-/](\\d\\d?)', (_, year, number) => getMonthRange(Number(year), Number(number))],
  ['(\\d\\d?)[-/.](\\d{4})', (_, number, year) => getMonthRange(Number(year), Number(number))],
  [
    `(last )?(?:(\\d{4}|\\d\\d?) )?${month}(?: (\\d\\d?))?(?: (\\d{4}))?`,
    (today, isLast, before, name, after, yearAfter) => {
      const year = yearAfter ?? (before?.length === 4 ? before : undefined)
      const date = after ?? (before && before.length < 4 ? before : undefined)
      const number = monthNames.findIndex((each) => each.startsWith(name!.slice(0, 3))) + 1
      // 'jan' alone is more often a name.
      if (year === undefined && date === undefined && !monthNames.includes(name!)) return null
      const range = getNamedRange(isLast ? addDays(getMonthStart(today), -1) : today, year, number)
      return range && date ? getDayRange(Number(range.from.slice(0, 4)), number, Number(date)) : range
    },
  ],
  ['q([1-4])(?:[-/ ]?(\\d{4}))?', (today, number, year) => getNamedRange(today, year, Number(number) * 3 - 2, 3)],
  ['(\\d{4})[-/ ]?q([1-4])', (today, year, number) => getNamedRange(today, year, Number(number) * 3 - 2, 3)],
  [
    '(this|last) (month|quarter|year)',
    (today, which, step) => {
      const months = steps[step as keyof typeof steps]
      const from = getMonthStart(getStepStart(step as keyof typeof steps, today), which === 'last' ? months : 0)
      return { from, to: getMonthEnd(getMonthStart(from, 1 - months)) }
    },
  ],
  ['today', (today) => ({ from: today, to: today })],
  ['yesterday', (today) => ({ from: addDays(today, -1), to: addDays(today, -1) })],
  ['(20\\d\\d)', (_, year) => getMonthRange(Number(year), 1, 12)],
]

const statusWords: Readonly<Record<string, readonly string[]>> = {
  ...{
    draft: ['draft'],
    drafts: ['draft'],
    unsent: ['draft'],
    sent: ['sent'],
    paid: ['paid'],
    overdue: ['overdue'],
    refunded: ['refunded'],
  },
  ...{ unpaid: ['sent', 'overdue'], outstanding: ['sent', 'overdue'], accepted: ['accepted'], rejected: ['rejected'] },
  ...{ declined: ['rejected'], expired: ['expired'], voided: ['voided'] },
}

const kindPatterns: readonly (readonly [pattern: string, kind: SearchKind])[] = [
  ['invoices?|bills?', 'invoice'],
  ['estimates?|quotes?', 'estimate'],
  ['credit[- ]notes?', 'credit-note'],
  ['expenses?|costs?', 'expense'],
]
/** Those with a day. */
const datedKinds = kindPatterns.map(([, kind]) => kind)

const fillers = new Set(['in', 'of', 'from', 'for', 'the', 'during', 'on'])

/** null for words alone, which need no understanding. */
export const understand = (text: string, today: Day): Understood | null => {
  let rest = ` ${fold(text)
    .replace(/,(?!\d)/g, ' ')
    .replace(/ +/g, ' ')
    .trim()} `
  /** Takes the first match of whole words that means something out of the text. */
  const take = <T>(pattern: string, read: (...groups: (string | undefined)[]) => T | null): T | null => {
    for (const found of rest.matchAll(new RegExp(`(?<= )(?:${pattern})(?= )`, 'gu'))) {
      const value = read(...found.slice(1))
      if (value === null) continue
      rest = `${rest.slice(0, found.index)}${rest.slice(found.index + found[0].length)}`
      return value
    }
    return null
  }
  let range: Range | null = null
  for (const [pattern, read] of periods) range ??= take(pattern, (...groups) => read(today, ...groups))
  const takeAmount = (words: string) => take(`(?:${words}) ?(\\p{Sc}?\\d[\\d.,]*)`, (amount) => parseTypedAmount(amount!))
  const least = takeAmount('over|above|more than|at least|>=?')
  const most = takeAmount('under|below|less than|at most|<=?')
  const statuses = Object.entries(statusWords).find(([word]) => take(word, () => true))?.[1] ?? []
  if (!range && least === null && most === null && statuses.length === 0) return null
  const kinds = kindPatterns.filter(([pattern]) => take(pattern, () => true)).map(([, kind]) => kind)
  return {
    range: range ?? allTime,
    statuses: [...statuses],
    least,
    most,
    kinds: kinds.length > 0 ? kinds : [...datedKinds],
    words: rest.split(' ').filter((word) => word !== '' && !fillers.has(word)),
  }
}
