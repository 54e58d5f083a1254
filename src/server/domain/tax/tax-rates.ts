import type { UserDb } from '#server/platform/db/client.ts'
import type { TaxRate } from '#shared/contract/tax-rates.ts'

const select = `
  select r.id, r.version, r.name, r.category, r.exemption_code as "exemptionCode", r.exemption_reason as "exemptionReason", r.archived_at as "archivedAt",
    (select json_agg(json_build_object('name', c.name, 'percent', trim_scale(c.percent)::text, 'isCompound', c.is_compound) order by c.position)
     from tax_rate_components c where c.user_id = $1 and c.tax_rate_id = r.id) as components,
    exists (select from document_taxes t where t.user_id = $1 and t.tax_rate_id = r.id) as "isUsed"
  from tax_rates r where r.user_id = $1`

/** Reads tax rates with their components, archived or not. Ids that the user has no rate for are left out. */
export const readTaxRates = (db: UserDb, ids: readonly number[]): Promise<TaxRate[]> =>
  db.rows<TaxRate>(`${select} and r.id = any($2::bigint[])`, [db.userId, ids], 'tax-rates.read')

/** Lists the active rates by name, followed by the archived ones if asked for. */
export const listTaxRates = (db: UserDb, { archived }: { archived: boolean }): Promise<TaxRate[]> =>
  db.rows<TaxRate>(
    `${select} and (r.archived_at is null or $2) order by r.archived_at is not null, r.name collate natural_order, r.id`,
    [db.userId, archived],
    'tax-rates.list',
  )
