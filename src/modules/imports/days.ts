/** The order of numeric dates: 03/04/2026 is March 4 or 3 April. */
export type DayOrder = 'mdy' | 'dmy'

const time = String.raw`(?:[ ,T]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[AaPp]\.?[Mm]\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`
const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?`
const patterns = {
  yearFirst: new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}$`),
  figures: new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${time}$`),
  // Jan 05, 2024; January 5th 2024
  monthFirst: new RegExp(String.raw`^${weekday}([a-z]{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4}|\d{2})${time}$`, 'i'),
  // 5 Jan 2024; 05-Jan-24; 5. January 2024
  dayFirst: new RegExp(String.raw`^${weekday}(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})${time}$`, 'i'),
}
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/**
 * Converts a date in any common notation to 'YYYY-MM-DD', dropping a time. Doesn't check that the day exists, which the schema does. Any other text is
 * returned unchanged.
 */
export const readDay = (text: string, order: DayOrder): string => {
  if (text.length > 60) return text
  const written = text.trim().replace(/\s+/g, ' ')
  const first = patterns.yearFirst.exec(written)
  if (first) return iso(first[1]!, first[2]!, first[3]!)
  const figures = patterns.figures.exec(written)
  if (figures) {
    const [, a, , b, year] = figures as unknown as [string, string, string, string, string]
    return order === 'mdy' ? iso(year, a, b) : iso(year, b, a)
  }
  const named = patterns.monthFirst.exec(written)
  if (named) return isoNamed(named[3]!, named[1]!, named[2]!) ?? text
  const late = patterns.dayFirst.exec(written)
  return (late && isoNamed(late[3]!, late[2]!, late[1]!)) ?? text
}

const isoNamed = (year: string, name: string, date: string) => {
  const wanted = name.toLowerCase() === 'sept' ? 'september' : name.toLowerCase()
  const month = months.findIndex((it) => it === wanted || (wanted.length === 3 && it.startsWith(wanted)))
  return month < 0 ? undefined : iso(year, String(month + 1), date)
}

const iso = (year: string, month: string, date: string) =>
  `${year.length === 2 ? (Number(year) < 70 ? '20' : '19') + year : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`

/**
 * Detects the day order of a column from its unambiguous values. Dates with points are day first by convention.
 * @returns 'ask' when the values fit both orders
 */
export const detectDayOrder = (values: readonly string[]): DayOrder | 'ask' => {
  let [mdy, dmy, ambiguous] = [0, 0, 0]
  for (const value of values) {
    const [, a, mark, b] = patterns.figures.exec(value.trim().replace(/\s+/g, ' ')) ?? []
    if (!a || !b) continue
    if (Number(a) > 12) dmy++
    else if (Number(b) > 12) mdy++
    else if (mark === '.') dmy += 0.001
    else if (Number(a) !== Number(b)) ambiguous++
  }
  if (mdy === 0 && dmy === 0 && ambiguous > 0) return 'ask'
  return dmy > mdy ? 'dmy' : 'mdy'
}

/** Whether the text is written as a date. */
export const looksLikeDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(readDay(text, 'mdy'))
