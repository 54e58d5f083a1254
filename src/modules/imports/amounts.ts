// A currency before or after an amount: $, €, US$, R$, USD, kr, CHF, ...
const currency = String.raw`(?:[A-Z]{3}|(?:US|CA|C|AU|A|NZ|HK|SG|S|R|MX)\$|kr\.?|Kr\.?|Fr\.?|zł|Kč|Ft|lei|Rs\.?|RM|R|\p{Sc})`
const amountPattern = new RegExp(
  String.raw`^(\()?\s*([-+−]?)\s*(?:${currency}\s*)?([-−]?)\s*(\d[\d.,' ’]*)\s*(?:${currency})?\s*([-−]?)\s*(\))?$`,
  'u',
)

// '0,125' has no thousands.
const groupedPatterns = { ',': /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}$/, '.': /^[1-9]\d{0,2}(?:\.\d{3})+$/ }

/**
 * Converts an amount in any common notation ('$1,234.56', '1.234,56 €', '(12.00)', "CHF 1'234.50") to decimal text with a point.
 * Parentheses and a leading or trailing minus make it negative. Any other text is returned unchanged, for the schema to refuse.
 * @param decimalComma whether the column uses decimal commas, which resolves '1,234' and '1.234'
 */
export const readAmount = (text: string, decimalComma = false): string => {
  if (text.length > 60) return text
  const parts = amountPattern.exec(text.replace(/\s+/g, ' ').trim())
  if (!parts) return text
  const [, open, before = '', between = '', figures = '', after = '', close] = parts
  if (Boolean(open) !== Boolean(close)) return text
  const signs = [before === '+' ? '' : before, between, after].filter(Boolean).length + (open ? 1 : 0)
  const digits = signs > 1 ? undefined : normalizeSeparators(figures, decimalComma)
  return digits === undefined ? text : `${signs === 1 ? '-' : ''}${digits}`
}

/** "1'234.50" -> '1234.50' */
const joinGroups = (figures: string): string => {
  const written = figures.trim()
  return /^\d{1,3}(?:([ '’])\d{3}(?:\1\d{3})*)?(?:[.,]\d*)?$/.test(written) ? written.replace(/[ '’]/g, '') : written
}

/** '1.234,56' -> '1234.56'; undefined for inconsistent separators. */
const normalizeSeparators = (figures: string, decimalComma: boolean): string | undefined => {
  const text = joinGroups(figures)
  if (/[ '’]/.test(text)) return
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma < 0 && point < 0) return text
  if (comma >= 0 && point >= 0) return joinDecimals(text, comma > point ? ',' : '.')
  const mark = comma >= 0 ? ',' : '.'
  const isGroup = groupedPatterns[mark].test(text)
  // A single separator followed by three digits is ambiguous: a comma separates thousands and a point decimals, unless the column uses decimal commas.
  const ambiguous = isGroup && text.indexOf(mark) === text.lastIndexOf(mark)
  if (isGroup && (!ambiguous || (mark === ',') !== decimalComma)) return text.replaceAll(mark, '')
  return joinDecimals(text, mark)
}

/** The whole part may use the other separator for thousands. */
const joinDecimals = (text: string, decimalMark: ',' | '.'): string | undefined => {
  const at = text.lastIndexOf(decimalMark)
  const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)]
  const other = decimalMark === ',' ? '.' : ','
  if (!/^\d+$/.test(whole) && !groupedPatterns[other].test(whole)) return
  return `${whole.replaceAll(other, '')}${fraction ? `.${fraction}` : ''}`
}

/** Which mark an amount has before its decimals: 'ask' for '1.234' and '1,234'; undefined when it has no mark, or none that tells. */
const findDecimalMark = (text: string): ',' | '.' | 'ask' | undefined => {
  const figures = joinGroups((text.length > 60 ? undefined : amountPattern.exec(text.replace(/\s+/g, ' ').trim()))?.[4] ?? '')
  const [comma, point] = [figures.lastIndexOf(','), figures.lastIndexOf('.')]
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  const mark = comma >= 0 ? ',' : '.'
  const at = Math.max(comma, point)
  if (at < 0 || at === figures.length - 1) return
  if (!groupedPatterns[mark].test(figures)) return figures.indexOf(mark) === at ? mark : undefined
  if (figures.indexOf(mark) === at) return 'ask'
  return mark === ',' ? '.' : ','
}

/**
 * Detects whether a column uses decimal commas.
 * @returns 'ask' when there are values like '1.500' and the others don't tell whether they are thousands, or disagree
 */
export const detectDecimalComma = (values: readonly string[]): boolean | 'ask' => {
  const marks = values.map(findDecimalMark)
  const [comma, point] = [marks.includes(','), marks.includes('.')]
  return comma === point && marks.includes('ask') ? 'ask' : comma && !point
}

/** The first value of a column that can be read both ways, as '1.500'. */
export const findAmbiguousAmount = (values: readonly string[]): string | undefined =>
  values.find((value) => findDecimalMark(value) === 'ask')

/** Whether the text is an amount and not a count or an id: it has a currency or decimals. */
export const isClearlyAmount = (text: string): boolean => {
  const read = readAmount(text)
  return /^-?\d+(\.\d{1,2})?$/.test(read) && (/\p{Sc}/u.test(text) || /[.,]\d{2}\D*$/.test(text))
}
