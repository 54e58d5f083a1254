/** How a user's numbers of invoices, or of estimates, are made: 'INV-' + '2026-' + '0007'. */
export type NumberPattern = {
  prefix: string
  /** The year of the day on which the number is drawn, and a hyphen, stand between prefix and counter. */
  includeYear: boolean
  /** The counter has at least so many digits. */
  padding: number
  /** The counter begins at 1 again with each year; only where the year is in the number. */
  restartYearly: boolean
}

const usual = { includeYear: true, padding: 4, restartYearly: true }
/** What whoever chose nothing has. */
export const defaultNumberPatterns = {
  invoice: { prefix: 'INV-', ...usual },
  estimate: { prefix: 'EST-', ...usual },
} as const satisfies Record<string, NumberPattern>

/** The highest counter that a pattern reaches. */
export const maxCounter = 99_999_999

/** What stands before the counter. @param year e.g. '2026' */
export const numberStem = ({ prefix, includeYear }: NumberPattern, year: string): string => prefix + (includeYear ? `${year}-` : '')

/** The whole number, e.g. 'INV-2026-0007'. */
export const documentNumberOf = (pattern: NumberPattern, year: string, counter: number): string =>
  numberStem(pattern, year) + String(counter).padStart(pattern.padding, '0')
