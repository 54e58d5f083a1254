import { addDays, type Day } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { fillPlaceholders as fill } from '#shared/placeholders.ts'

/** What the placeholders of an invoice stand for. `nextDay` is the schedule's day after this one; null for the last. */
type Facts = { day: Day; nextDay: Day | null; dueDate: Day; language: DocumentLanguage }

const format = (day: Day, language: DocumentLanguage, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00:00Z`))

const placeholders: Record<string, (facts: Facts) => string> = {
  day: ({ day, language }) => format(day, language, { dateStyle: 'long' }),
  month: ({ day, language }) => format(day, language, { month: 'long', year: 'numeric' }),
  year: ({ day }) => day.slice(0, 4),
  period: ({ day, nextDay, language }) => {
    const last = nextDay ? addDays(nextDay, -1) : day
    const from = format(day, language, { dateStyle: 'long' })
    return last === day ? from : `${from} – ${format(last, language, { dateStyle: 'long' })}`
  },
  'due date': ({ dueDate, language }) => format(dueDate, language, { dateStyle: 'long' }),
}

/** Replaces {day}, {month}, {year}, {period} and {due date} in a text; anything else in braces stays as it is. */
export const fillPlaceholders = (text: string, facts: Facts): string => fill(text, (name) => placeholders[name]?.(facts))
