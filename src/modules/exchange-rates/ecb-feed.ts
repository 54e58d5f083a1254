import type { ExchangeRate } from '#modules/exchange-rates/contract.ts'
import { isDay } from '#shared/dates.ts'

/** A reference rate: units of the currency per euro. The Bank may quote currencies that this product doesn't know. */
export type EcbRate = Pick<ExchangeRate, 'day' | 'rate'> & { currency: string }

/** The largest file that is read: that of 90 days has about 140 kB. */
export const maxFeedBytes = 1_000_000

// The files eurofxref-daily.xml and eurofxref-hist-90d.xml of https://www.ecb.europa.eu/stats/eurofxref/ have one format: an envelope of GESMES, in it a
// Cube for each day and in that a Cube for each currency. Attributes stand in single quotes in one file and in double quotes in the other.
const envelope =
  /^\uFEFF?<\?xml version="1\.0" encoding="UTF-8"\?>\s*<gesmes:Envelope xmlns:gesmes="http:\/\/www\.gesmes\.org\/xml\/2002-08-01" xmlns="http:\/\/www\.ecb\.int\/vocabulary\/2002-08-01\/eurofxref">\s*<gesmes:subject>Reference rates<\/gesmes:subject>\s*<gesmes:Sender>\s*<gesmes:name>European Central Bank<\/gesmes:name>\s*<\/gesmes:Sender>\s*<Cube>([\s\S]*)<\/Cube>\s*<\/gesmes:Envelope>\s*$/
const dayStart = /<Cube time=(?:'(\d{4}-\d\d-\d\d)'|"(\d{4}-\d\d-\d\d)")\s*>\s*/y
const rateOfDay = /<Cube currency=(?:'([A-Z]{3})'|"([A-Z]{3})") rate=(?:'(\d{1,9}(?:\.\d{1,10})?)'|"(\d{1,9}(?:\.\d{1,10})?)")\s*\/>\s*/y
const dayEnd = /<\/Cube>\s*/y

/**
 * Reads a file of the European Central Bank's reference rates. It knows this one format and refuses everything else, so that no half of a file is used.
 * @throws Error that says what is wrong
 */
export const parseFeed = (xml: string): EcbRate[] => {
  const body = envelope.exec(xml)?.[1]?.trimStart()
  if (body === undefined) throw new Error('not a file of the European Central Bank’s reference rates')
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(body)
    if (match) at = pattern.lastIndex
    return match
  }
  const rates: EcbRate[] = []
  const known = new Set<string>()
  while (at < body.length) {
    const start = take(dayStart)
    const day = start?.[1] ?? start?.[2] ?? ''
    if (!isDay(day)) throw new Error(`no day at character ${at} of the rates`)
    const count = rates.length
    for (let match = take(rateOfDay); match; match = take(rateOfDay)) {
      const [currency, rate] = [(match[1] ?? match[2])!, (match[3] ?? match[4])!]
      if (Number(rate) === 0) throw new Error(`the rate of ${currency} on ${day} is 0`)
      if (known.has(`${currency} ${day}`)) throw new Error(`two rates of ${currency} on ${day}`)
      known.add(`${currency} ${day}`)
      rates.push({ currency, day, rate })
    }
    if (rates.length === count || !take(dayEnd)) throw new Error(`no rates at character ${at} of the rates`)
  }
  if (rates.length === 0) throw new Error('no rates')
  return rates
}
