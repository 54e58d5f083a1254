import type { Day } from './dates.ts'

export const numberDates = ['none', 'YYYY', 'YY', 'YYYY-MM', 'YY-MM'] as const
export const numberRestarts = ['never', 'year', 'month'] as const

/** 'INV-' + '2026-' + '0007'. */
export type NumberPattern = {
  prefix: string
  /** What a number has of the date of its document. */
  date: (typeof numberDates)[number]
  padding: number
  /** When the counter begins again at 1. Only effective with that part of the date, without which numbers would repeat. */
  restart: (typeof numberRestarts)[number]
}

export const getDefaultPattern = (prefix: string): NumberPattern => ({ prefix, date: 'YYYY', padding: 4, restart: 'year' })

export const maxCounter = 99_999_999

/** Those of the date that a number shows: ['2026', '03']. */
const listDateParts = ({ date }: Pick<NumberPattern, 'date'>, day: Day): string[] => {
  if (date === 'none') return []
  const [year, month] = [day.slice(date.startsWith('YYYY') ? 0 : 2, 4), day.slice(5, 7)]
  return date.endsWith('MM') ? [year, month] : [year]
}

const joinParts = (parts: readonly string[]): string => parts.map((part) => `${part}-`).join('')

const countFixedParts = { never: 0, year: 1, month: 2 } as const

/** The numbers that are counted together with those of that day: what they begin with, and the parts of the date that differ. */
export const getSeries = (pattern: NumberPattern, day: Day): { stem: string; openParts: string[] } => {
  const parts = listDateParts(pattern, day)
  const fixed = countFixedParts[pattern.restart]
  return { stem: pattern.prefix + joinParts(parts.slice(0, fixed)), openParts: parts.slice(fixed) }
}

/** With what is effective of it. */
export const getRestart = ({ date, restart }: Pick<NumberPattern, 'date' | 'restart'>): NumberPattern['restart'] =>
  date === 'none' ? 'never' : restart === 'month' && !date.endsWith('MM') ? 'year' : restart

export const formatDocumentNumber = (pattern: NumberPattern, day: Day, counter: number): string =>
  pattern.prefix + joinParts(listDateParts(pattern, day)) + String(counter).padStart(pattern.padding, '0')
