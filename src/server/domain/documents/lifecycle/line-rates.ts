import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type DocumentTaxRate, noTaxRates, type TaxRates } from '#shared/content-totals.ts'

type Line = { taxRateId?: number | null | undefined }

const query = `
  select r.id, r.category, r.exemption_reason as "exemptionReason",
         (select json_agg(json_build_object('name', c.name, 'percent', trim_scale(c.percent)::text, 'isCompound', c.is_compound) order by c.position)
          from tax_rate_components c where c.user_id = $1 and c.tax_rate_id = r.id) as components
  from tax_rates r where r.user_id = $1 and r.id = any($2) for key share of r`

/** Keeps the rates from being deleted or changed until the commit. Rates of other users are left out. */
export const findLineRates = async (db: UserDb, lines: readonly Line[]): Promise<TaxRates> => {
  const ids = [...new Set(lines.flatMap(({ taxRateId }) => taxRateId ?? []))]
  if (ids.length === 0) return noTaxRates
  const rows = await db.rows<DocumentTaxRate>(query, [db.userId, ids], 'documents.tax-rates')
  return new Map(rows.map((rate) => [rate.id, rate]))
}

/** As `findLineRates`. @throws AppError 404 for a rate of another user */
export const readLineRates = async (db: UserDb, lines: readonly Line[]): Promise<TaxRates> => {
  const rates = await findLineRates(db, lines)
  const missing = lines.findIndex(({ taxRateId }) => taxRateId != null && !rates.has(taxRateId))
  if (missing >= 0) {
    const message = `Line ${missing + 1}: this tax rate doesn't exist any more. Choose another one.`
    throw new AppError(404, message, { issues: [{ path: `lineItems.${missing}.taxRateId`, message }] })
  }
  return rates
}
