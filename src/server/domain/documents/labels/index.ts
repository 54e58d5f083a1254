import { type Day, formatDay } from '#shared/dates.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import type { DocumentLabels } from './document-labels.ts'
import { el } from './el.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hi } from './hi.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { th } from './th.ts'
import { uk } from './uk.ts'
import { zh } from './zh.ts'

export type { DocumentLabels }

/** Document labels by language. */
export const documentLabels: Record<DocumentLanguage, DocumentLabels> = {
  en,
  de,
  es,
  fr,
  it,
  nl,
  pl,
  pt,
  el,
  uk,
  ar,
  he,
  hi,
  th,
  zh,
  ja,
  ko,
}

const formats = new Map<DocumentLanguage, Intl.DateTimeFormat>()

const getFormat = (language: DocumentLanguage): Intl.DateTimeFormat => {
  const known = formats.get(language)
  if (known) return known
  // Calendar and digits are fixed, as the defaults of some languages differ between countries; amounts use Latin digits as well.
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const made = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, options)
  formats.set(language, made)
  return made
}

/** A date on documents: 'Jan 05, 2026', '5. Januar 2026', '2026年1月5日'. Deterministic for a given version of Node. */
export const formatDayIn = (language: DocumentLanguage, day: Day): string =>
  language === 'en' ? formatDay(day) : getFormat(language).format(new Date(`${day}T00:00:00Z`))

/** A quantity or a percentage, written in English ("1,234.5", "19.0%"), as the language writes it: "1.234,5", "19,0%". */
export const formatFigureIn = (language: DocumentLanguage, english: string): string => {
  const separators = separatorsOf(language)
  return english.replace(/[.,]/g, (separator) => (separator === '.' ? separators.decimal : separators.group))
}

const knownSeparators = new Map<DocumentLanguage, { decimal: string; group: string }>()

const separatorsOf = (language: DocumentLanguage) => {
  const known = knownSeparators.get(language)
  if (known) return known
  const parts = new Intl.NumberFormat(`${language}-u-nu-latn`, { useGrouping: 'always' }).formatToParts(1234.5)
  const find = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)!.value.replace('\u202f', '\u00a0')
  const made = { decimal: find('decimal'), group: find('group') }
  knownSeparators.set(language, made)
  return made
}
