// What stands before or after an amount: $, €, US$, R$, USD, kr, CHF, ...
const currency = String.raw`(?:[A-Z]{3}|(?:US|CA|C|AU|A|NZ|HK|SG|S|R|MX)\$|kr\.?|Kr\.?|Fr\.?|zł|Kč|Ft|lei|Rs\.?|RM|R|\p{Sc})`
const shape = new RegExp(
  String.raw`^(\()?\s*([-+−]?)\s*(?:${currency}\s*)?([-−]?)\s*(\d[\d.,' ’]*)\s*(?:${currency})?\s*([-−]?)\s*(\))?$`,
  'u',
)

const grouped = { ',': /^\d{1,3}(?:,\d{2,3})*,\d{3}$/, '.': /^\d{1,3}(?:\.\d{3})+$/ }

/**
 * Decimal text with a point for an amount as people and programs write it: '$1,234.56', '1.234,56 €', '(12.00)', "CHF 1'234.50".
 * Brackets and a minus, also a trailing one, make it negative. What is no amount comes back as it was, for the schema to refuse.
 * @param decimalComma how the column writes decimals, which settles '1,234' and '1.234'
 */
export const readAmount = (text: string, decimalComma = false): string => {
  if (text.length > 60) return text
  const parts = shape.exec(text.replace(/\s+/g, ' ').trim())
  if (!parts) return text
  const [, open, before = '', between = '', figures = '', after = '', close] = parts
  if (Boolean(open) !== Boolean(close)) return text
  const signs = [before === '+' ? '' : before, between, after].filter(Boolean).length + (open ? 1 : 0)
  const digits = signs > 1 ? undefined : plain(figures, decimalComma)
  return digits === undefined ? text : `${signs === 1 ? '-' : ''}${digits}`
}

/** '1.234,56' -> '1234.56'; undefined when the separators make no sense. */
const plain = (figures: string, decimalComma: boolean): string | undefined => {
  const written = figures.trim()
  const text = /^\d{1,3}(?:([ '’])\d{3}(?:\1\d{3})*)?(?:[.,]\d*)?$/.test(written) ? written.replace(/[ '’]/g, '') : written
  if (/[ '’]/.test(text)) return
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma < 0 && point < 0) return text
  if (comma >= 0 && point >= 0) return joined(text, comma > point ? ',' : '.')
  const mark = comma >= 0 ? ',' : '.'
  const isGroup = grouped[mark].test(text)
  // One mark with three digits behind it: thousands or decimals? A comma groups and a point doesn't, unless the column writes decimal commas.
  const ambiguous = isGroup && text.indexOf(mark) === text.lastIndexOf(mark)
  if (isGroup && (!ambiguous || (mark === ',') !== decimalComma)) return text.replaceAll(mark, '')
  return joined(text, mark)
}

/** The whole part must be grouped properly by the other mark, if at all. */
const joined = (text: string, decimalMark: ',' | '.'): string | undefined => {
  const at = text.lastIndexOf(decimalMark)
  const [whole, fraction] = [text.slice(0, at), text.slice(at + 1)]
  const other = decimalMark === ',' ? '.' : ','
  if (!/^\d+$/.test(whole) && !grouped[other].test(whole)) return
  return `${whole.replaceAll(other, '')}${fraction ? `.${fraction}` : ''}`
}

/** Whether a column writes its decimals with a comma: more of its values can only be read so than the other way. */
export const detectDecimalComma = (values: readonly string[]): boolean => {
  const count = (pattern: RegExp) => values.filter((value) => pattern.test(value)).length
  return count(/,\d{1,2}(?!\d|[.,])/) > count(/\.\d{1,2}(?!\d|[.,])/)
}

/** Whether the text can only be an amount: it has a currency or decimals, so that it is no count or id. */
export const isClearlyAmount = (text: string): boolean => {
  const read = readAmount(text)
  return /^-?\d+(\.\d{1,2})?$/.test(read) && (/\p{Sc}/u.test(text) || /[.,]\d{2}\D*$/.test(text))
}
