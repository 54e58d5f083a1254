/** Documents are dated in days, not instants, so no time zone can shift them. */
export type Day = string & { readonly unit: 'day' }

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Years run from 1900 to 9999. */
export const isDay = (text: string): text is Day => {
  const [, year, month, date] = dayPattern.exec(text) ?? []
  if (!year || Number(year) < 1900) return false
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(date)
}

/** @throws RangeError when the text is not an existing day */
export const day = (text: string): Day => {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`)
  return text
}

/** @throws RangeError when the result is before 1900 or after 9999 */
export const addDays = (from: Day, n: number): Day => {
  const at = new Date(`${from}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + n)
  return day(at.toISOString().slice(0, -14))
}

/** A negative `back` counts forward. */
export const getMonthStart = (of: Day, back = 0): Day => {
  const count = Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7)) - 1 - back
  return day(`${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`)
}

/** The month's last day, if it has no such day. @throws RangeError as `addDays` */
export const addMonths = (from: Day, n: number): Day => {
  const start = getMonthStart(from, -n)
  const last = addDays(getMonthStart(from, -n - 1), -1)
  return addDays(start, Math.min(Number(from.slice(8, 10)), Number(last.slice(8, 10))) - 1)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const formatDay = (d: Day | string): string => `${months[Number(d.slice(5, 7)) - 1]} ${d.slice(8, 10)}, ${d.slice(0, 4)}`

// Creating a formatter costs a hundred times as much as using it. Only existing zones are cached, a few hundred at most.
const dayFormats = new Map<string, Intl.DateTimeFormat>()

const getDayFormat = (timeZone: string): Intl.DateTimeFormat | undefined => {
  const known = dayFormats.get(timeZone)
  if (known || timeZone === '') return known
  try {
    const made = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    // Zone names are case-insensitive; the limit keeps a client that sends thousands of spellings from filling memory.
    if (dayFormats.size < 1000) dayFormats.set(timeZone, made)
    return made
  } catch {
    return undefined
  }
}

/** An unknown zone counts as UTC. */
export const today = (now: Date, timeZone: string): Day => {
  // Not a locale that writes years first: which one does so differs between the browsers' versions of the locale data.
  const parts = (getDayFormat(timeZone) ?? getDayFormat('UTC')!).formatToParts(now)
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)!.value
  return `${read('year')}-${read('month')}-${read('day')}` as Day
}

export const isTimeZone = (zone: string): boolean => getDayFormat(zone) !== undefined
