import { describeCalls } from '#kit/server/docs.ts'
import {
  ecbState,
  exchangeRate,
  exchangeRateBody,
  exchangeRateImport,
  exchangeRateImportResult,
  exchangeRatesApi,
  rateSuggestion,
} from '#modules/exchange-rates/contract.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'

export const exchangeRateDocs: AreaDocs = {
  area: 'Exchange rates',
  description:
    'Your own exchange rates: units of your currency per unit of another one, at most one for a currency and a day. They are suggested for documents and payments; what was issued keeps its rate. An account can have 5,000 of them.',
  operations: describeCalls(exchangeRatesApi, {
    list: {
      title: 'List exchange rates',
      description: 'Returns your own exchange rates, newest first; with `currency` those of one currency.',
    },
    suggestion: {
      title: 'Find the exchange rate of a day',
      description:
        'Returns the latest rate up to the day, at most 7 days old, or null. Your own rate comes before that of the European Central Bank of the same day, where this server uses the Bank’s rates.',
    },
    ecb: {
      title: 'Read the state of the Bank’s rates',
      description: 'Says whether this server uses the reference rates of the European Central Bank, and the day of the latest that it has.',
    },
    save: {
      title: 'Save an exchange rate',
      description: 'Adds the rate of a currency and a day, or replaces it. The day can’t be in the future.',
      conflict: 'There are 5,000 exchange rates already.',
    },
    remove: {
      title: 'Delete an exchange rate',
      description: 'Deletes one of your own rates. Documents and payments keep the rate that they were recorded with.',
    },
    import: {
      title: 'Import exchange rates',
      description:
        'Saves the rates of a CSV file whose first row names the columns currency, day and rate: all rows, or none. It replaces rates of the same currencies and days.',
      conflict: 'There would be more than 5,000 exchange rates.',
    },
  }),
  schemas: { exchangeRate, exchangeRateInput: exchangeRateBody, rateSuggestion, ecbState, exchangeRateImport, exchangeRateImportResult },
  examples: {
    ExchangeRateInput: { rate: '1.0842' },
    ExchangeRate: { currency: 'EUR', day: '2026-01-15', rate: '1.0842', source: 'typed' },
    RateSuggestion: { rate: '1.0842', day: '2026-01-15', source: 'typed' },
    EcbState: { isUsed: false, latestDay: null },
    ExchangeRateImport: { csv: 'currency,day,rate\nJPY,2026-01-15,0.0066332212\n' },
    ExchangeRateImportResult: { created: 1, updated: 0 },
  },
}
