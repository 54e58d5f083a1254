import { noTaxRates, type TaxRates } from '#shared/content-totals.ts'
import type { TaxRateWire } from '#shared/contract/tax-rates.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'

let list: readonly TaxRateWire[] | undefined
let byId: TaxRates = noTaxRates

/** The account's tax rates as far as they are loaded, for the totals of forms. */
export const getTaxRates = (): TaxRates => {
  const loaded = queryClient.getQueryData(taxRatesQuery.queryKey)
  if (loaded !== list) {
    list = loaded
    byId = loaded ? new Map(loaded.map((rate) => [rate.id, rate])) : noTaxRates
  }
  return byId
}

/** Loads the tax rates unless they are; without a connection the form goes on without. */
export const loadTaxRates = (): Promise<unknown> => queryClient.ensureQueryData(taxRatesQuery).catch(() => {})

/** A rate that new lines can take; null for one that is archived. */
export const getOfferedRate = (id: number | null | undefined): number | null => {
  const known = queryClient.getQueryData(taxRatesQuery.queryKey)?.find((rate) => rate.id === id)
  return known?.archivedAt ? null : (id ?? null)
}

/** Loads the tax rates with a document that names any, so that its form can compute the totals. */
export const withTaxRates = async <Document extends { taxRate: string | null }>(document: Promise<Document>): Promise<Document> => {
  const loaded = await document
  if (loaded.taxRate === null) await queryClient.ensureQueryData(taxRatesQuery)
  return loaded
}
