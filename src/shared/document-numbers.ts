/** 'INV-' + '2026-' + '0007'. */
export type NumberPattern = {
  prefix: string
  includeYear: boolean
  padding: number
  /** Only effective with `includeYear`. */
  restartYearly: boolean
}

export const getDefaultPattern = (prefix: string): NumberPattern => ({ prefix, includeYear: true, padding: 4, restartYearly: true })

export const maxCounter = 99_999_999

export const getNumberStem = ({ prefix, includeYear }: NumberPattern, year: string): string => prefix + (includeYear ? `${year}-` : '')

export const formatDocumentNumber = (pattern: NumberPattern, year: string, counter: number): string =>
  getNumberStem(pattern, year) + String(counter).padStart(pattern.padding, '0')
