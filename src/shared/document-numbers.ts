/** The pattern of a user's document numbers: 'INV-' + '2026-' + '0007'. */
export type NumberPattern = {
  prefix: string
  /** Whether the current year and a hyphen stand between prefix and counter. */
  includeYear: boolean
  /** Minimum number of digits of the counter. */
  padding: number
  /** Whether the counter restarts at 1 each year; only effective with `includeYear`. */
  restartYearly: boolean
}

const defaults = { includeYear: true, padding: 4, restartYearly: true }
/** Patterns of users who haven't set their own. */
export const defaultNumberPatterns = {
  invoice: { prefix: 'INV-', ...defaults },
  estimate: { prefix: 'EST-', ...defaults },
  'credit-note': { prefix: 'CN-', ...defaults },
} as const satisfies Record<string, NumberPattern>

/** The highest counter of a pattern. */
export const maxCounter = 99_999_999

/** The part before the counter. @param year e.g. '2026' */
export const getNumberStem = ({ prefix, includeYear }: NumberPattern, year: string): string => prefix + (includeYear ? `${year}-` : '')

/** The whole number, e.g. 'INV-2026-0007'. */
export const formatDocumentNumber = (pattern: NumberPattern, year: string, counter: number): string =>
  getNumberStem(pattern, year) + String(counter).padStart(pattern.padding, '0')
