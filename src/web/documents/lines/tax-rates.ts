import type { TaxRateWire } from '#modules/tax-rates/contract.ts'
import { noTaxRates, type TaxRates } from '#shared/content-totals.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'

let list: readonly TaxRateWire[] | undefined
let byId: TaxRates = noTaxRates

export const getTaxRates = (): TaxRates => {
  const loaded = queryClient.getQueryData(taxRatesQuery.queryKey)
  if (loaded !== list) {
    list = loaded
    byId = loaded ? new Map(loaded.map((rate) => [rate.id, rate])) : noTaxRates
  }
  return byId
}

/** Without a connection the form goes on without them. */
export const loadTaxRates = (): Promise<unknown> => queryClient.ensureQueryData(taxRatesQuery).catch(() => {})

/** Null for an archived rate. */
export const getOfferedRate = (id: number | null | undefined): number | null => {
  const known = queryClient.getQueryData(taxRatesQuery.queryKey)?.find((rate) => rate.id === id)
  return known?.archivedAt ? null : (id ?? null)
}

/** The form of a document that names rates needs them for its totals. */
export const withTaxRates = async <Document extends { taxRate: string | null }>(document: Promise<Document>): Promise<Document> => {
  const loaded = await document
  if (loaded.taxRate === null) await queryClient.ensureQueryData(taxRatesQuery)
  return loaded
}
