import { z } from 'zod'
import { calendarDay, currency, dayInput, exchangeRateInput } from '#shared/contract/fields.ts'
import { del, find, get, inLane, limited, post, put } from '#shared/endpoint.ts'
import { exchangeRateEndpoints } from './model.ts'

/** Maximum number of an account's own rates, and of the rows of an import. */
export const maxExchangeRates = 5000
/** Maximum size of a CSV file, in characters: several times what that many rows need. */
const maxCsvLength = 500_000

const source = z.enum(['typed', 'file'], 'source must be typed or file')
/** What identifies a rate: in the path, and with the rate itself in the rows of a file. */
export const exchangeRateKey = z.object({ currency, day: dayInput('Day') })

export const exchangeRateBody = z.strictObject({
  rate: exchangeRateInput,
  /** Where the rate comes from; typed, if missing. */
  source: source.default('typed'),
})

export const exchangeRate = z.object({
  currency,
  day: calendarDay,
  /** Units of the home currency per unit of the currency: "1.0842". */
  rate: z.string(),
  source,
})
export type ExchangeRate = z.output<typeof exchangeRate>

export const exchangeRateImport = z.strictObject({
  csv: z
    .string('csv must be text')
    .max(maxCsvLength, `A file can have at most ${maxCsvLength.toLocaleString('en-US')} characters. Import it in parts`),
})
export const exchangeRateImportResult = z.object({ created: z.int(), updated: z.int() })

/** The rate for a document or a payment of the day: the latest one up to it, own or of the European Central Bank. */
export const rateSuggestion = z.object({ rate: z.string(), day: calendarDay, source: z.enum(['typed', 'file', 'ecb']) })

/** Whether the server uses the European Central Bank's rates, and the day of the latest that it has. */
export const ecbState = z.object({ isUsed: z.boolean(), latestDay: calendarDay.nullable() })

export const exchangeRatesApi = {
  /** The user's own rates, newest first. */
  list: find(exchangeRateEndpoints.list, z.strictObject({ currency: currency.optional() }), z.array(exchangeRate)),
  suggestion: find(
    exchangeRateEndpoints.suggestion,
    z.strictObject(exchangeRateKey.shape),
    z.object({ suggestion: rateSuggestion.nullable() }),
  ),
  ecb: get(exchangeRateEndpoints.ecb, ecbState),
  /** Adds the rate of a day, or replaces it. */
  save: put(exchangeRateEndpoints.save, exchangeRateBody, exchangeRate),
  remove: del(exchangeRateEndpoints.remove),
  /** Adds or replaces the rates of a CSV file with the columns currency, day and rate: all rows, or none. */
  import: inLane(
    'bulk',
    limited('imports of exchange rates', post(exchangeRateEndpoints.import, exchangeRateImport, exchangeRateImportResult)),
  ),
}
