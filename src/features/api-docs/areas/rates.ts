import { createExample, describeBy, describeCalls, recordTemplate, staleVersionConflict } from '#kit/server/docs.ts'
import {
  ecbState,
  exchangeRate,
  exchangeRateBody,
  exchangeRateImport,
  exchangeRateImportResult,
  exchangeRatesApi,
  rateSuggestion,
} from '#modules/exchange-rates/contract.ts'
import { taxRate, taxRateInput, taxRatesApi, taxRateUpdate } from '#modules/tax-rates/contract.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'

const example = {
  ...{ name: 'GST + QST', category: null, exemptionCode: null, exemptionReason: null },
  components: [
    { name: 'GST', percent: '5', isCompound: false },
    { name: 'QST', percent: '9.975', isCompound: false },
  ],
}
const taken = 'Another active tax rate has the name.'

export const taxRateDocs: AreaDocs = {
  area: 'Tax rates',
  description:
    'The rates that lines can name. A rate has one to four taxes, such as GST and QST; a compound tax is computed on the taxes before it as well. An account can have 100 rates.',
  operations: describeBy(taxRatesApi, recordTemplate('tax rate'), {
    list: { description: 'Returns the active tax rates by name; with `archived=true` the archived ones follow them.' },
    one: { description: 'Returns one tax rate, archived or not.' },
    create: {
      more: 'The category decides what its percentages can be, and whether an exemption reason is required.',
      conflict: `${taken} Or there are 100 tax rates already.`,
    },
    update: {
      description: 'Saves a tax rate as a whole. Category and taxes of a rate that an invoice or an estimate names can’t change.',
      conflict: `${taken} Or documents use the rate, and its category or taxes would change. Or: ${staleVersionConflict}`,
    },
    remove: {
      description: 'Deletes a tax rate that nothing uses. It can’t be restored.',
      conflict: 'Documents, customers, items or the business profile use the tax rate: archive it instead.',
    },
    archive: {
      title: 'Archive a tax rate',
      description: 'Offers a tax rate for no new line. Documents that name it stay as they are.',
    },
    restore: { description: 'Makes an archived tax rate active again.', conflict: taken },
  }),
  schemas: {
    ...{ taxRate, taxRateInput, taxRateUpdate },
    ...{ taxComponent: taxRate.shape.components.element, taxComponentInput: taxRateInput.shape.components.element },
  },
  examples: {
    TaxRateInput: example,
    TaxRate: createExample(taxRate, example),
    TaxRateUpdate: { ...example, name: 'Quebec', version: 1 },
  },
}

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
