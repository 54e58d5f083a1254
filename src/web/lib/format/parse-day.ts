import { type Day, isDay } from '#shared/dates.ts'

const english = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** From three letters on, in English or the user's language; 0 for none. */
const findMonth = (name: string, language: string): number => {
  const typed = name.toLowerCase().replace(/\.$/, '')
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const isIt = (month: string, nth: number) =>
    typed.startsWith(english[nth]!) || (typed.length >= 3 && month.startsWith(typed)) || (typed.length > 3 && typed.startsWith(month))
  return english.findIndex((_, nth) => isIt(format.format(Date.UTC(2026, nth, 1)).toLowerCase(), nth)) + 1
}

const isMonthFirst = (language: string): boolean => {
  const parts = new Intl.DateTimeFormat(language).formatToParts().map(({ type }) => type)
  return parts.indexOf('month') < parts.indexOf('day')
}

const toDay = (year: number, month: number, date: number): Day | undefined => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

/** Eight digits without separators: 20260131, or 01312026. */
const separate = (text: string): string =>
  text.replace(/^((?:19|20)\d\d)(0\d|1[0-2])([0-3]\d)$/, '$1-$2-$3').replace(/^(\d\d)(\d\d)(\d{4})$/, '$1/$2/$3')

/** 2026-01-05, 01052026, 1/5/2026 in the language's order, 5.1.2026, Jan 5, 2026 or 5 January; a year is of this century, or this one. */
export const parseDay = (typed: string, { today, language }: { today: Day; language: string }): Day | undefined => {
  const text = separate(typed.trim().replace(/[\s,./-]+$/, ''))
  if (isDay(text)) return text
  const parts = text.split(/[\s,./-]+/)
  if (parts.length < 2 || parts.length > 3) return undefined
  const named = parts.findIndex((part) => /^\p{L}/u.test(part))
  const numbers = parts.filter((_, i) => i !== named)
  if (!numbers.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const readYear = (part: string | undefined) => {
    if (part === undefined) return Number(today.slice(0, 4))
    return part.length === 2 ? 2000 + Number(part) : part.length === 4 ? Number(part) : Number.NaN
  }
  if (named >= 0) {
    const isYearFirst = numbers[0]!.length === 4
    const [date, year] = isYearFirst ? [numbers[1], numbers[0]] : numbers
    return toDay(readYear(year), findMonth(parts[named]!, language), Number(date))
  }
  const [first, second, third] = numbers as [string, string, string | undefined]
  if (first.length === 4) return third ? toDay(Number(first), Number(second), Number(third)) : undefined
  const year = readYear(third)
  const monthFirst = !text.includes('.') && isMonthFirst(language)
  const [month, date] = monthFirst ? [Number(first), Number(second)] : [Number(second), Number(first)]
  // Where the usual order gives no day, the other one is meant: there is no thirteenth month.
  return month > 12 ? toDay(year, date, month) : toDay(year, month, date)
}
