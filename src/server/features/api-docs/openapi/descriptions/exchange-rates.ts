import type { AreaDescription } from './description.ts'

export const exchangeRateDescriptions: AreaDescription = {
  area: 'Exchange rates',
  description:
    'Your own exchange rates: units of your currency per unit of another one, at most one for a currency and a day. They are suggested for documents and payments; what was issued keeps its rate. An account can have 5,000 of them.',
  operations: {
    'GET /api/exchange-rates': {
      title: 'List exchange rates',
      description: 'Returns your own exchange rates, newest first; with `currency` those of one currency.',
    },
    'GET /api/exchange-rates/suggestion': {
      title: 'Find the exchange rate of a day',
      description:
        'Returns the latest rate up to the day, at most 7 days old, or null. Your own rate comes before that of the European Central Bank of the same day, where this server uses the Bank’s rates.',
    },
    'GET /api/exchange-rates/ecb': {
      title: 'Read the state of the Bank’s rates',
      description: 'Says whether this server uses the reference rates of the European Central Bank, and the day of the latest that it has.',
    },
    'PUT /api/exchange-rates/:currency/:day': {
      title: 'Save an exchange rate',
      description: 'Adds the rate of a currency and a day, or replaces it. The day can’t be in the future.',
      conflict: 'There are 5,000 exchange rates already.',
    },
    'DELETE /api/exchange-rates/:currency/:day': {
      title: 'Delete an exchange rate',
      description: 'Deletes one of your own rates. Documents and payments keep the rate that they were recorded with.',
    },
    'POST /api/exchange-rates/import': {
      title: 'Import exchange rates',
      description:
        'Saves the rates of a CSV file whose first row names the columns currency, day and rate: all rows, or none. It replaces rates of the same currencies and days.',
      conflict: 'There would be more than 5,000 exchange rates.',
    },
  },
}
