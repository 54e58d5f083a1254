import { noTaxRates, type TaxRates } from '#shared/content-totals.ts'

/** The account's tax rates as far as they are read, for the totals of forms. */
export const getTaxRates = (): TaxRates => noTaxRates
