import { addDays, type Day } from './dates.ts'
import type { DocumentLanguage } from './document-languages.ts'
import { fillPlaceholders as fill } from './placeholders.ts'

/** `nextDay`: null for the schedule's last day. */
export type PlaceholderFacts = { day: Day; nextDay: Day | null; dueDate: Day; language: DocumentLanguage }

const format = (day: Day, language: DocumentLanguage, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))

const placeholders = {
  month: ({ day, language }) => format(day, language, { month: 'long', year: 'numeric' }),
  period: ({ day, nextDay, language }) => {
    const last = nextDay ? addDays(nextDay, -1) : day
    const from = format(day, language, { dateStyle: 'long' })
    return last === day ? from : `${from} – ${format(last, language, { dateStyle: 'long' })}`
  },
  day: ({ day, language }) => format(day, language, { dateStyle: 'long' }),
  year: ({ day }) => day.slice(0, 4),
  'due date': ({ dueDate, language }) => format(dueDate, language, { dateStyle: 'long' }),
} satisfies Record<string, (facts: PlaceholderFacts) => string>

export type PlaceholderName = keyof typeof placeholders
export const placeholderNames = Object.keys(placeholders) as PlaceholderName[]
export const fillPlaceholder = (name: PlaceholderName, facts: PlaceholderFacts): string => placeholders[name](facts)

/** Anything else in braces stays as it is. */
export const fillPlaceholders = (text: string, facts: PlaceholderFacts): string =>
  fill(text, (name) => (Object.hasOwn(placeholders, name) ? fillPlaceholder(name as PlaceholderName, facts) : undefined))
