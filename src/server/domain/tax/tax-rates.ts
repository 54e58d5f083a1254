import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { TaxRate } from '#shared/contract/tax-rates.ts'

const select = `
  select r.id, r.version, r.name, r.category, r.exemption_code as "exemptionCode", r.exemption_reason as "exemptionReason", r.archived_at as "archivedAt",
    (select json_agg(json_build_object('name', c.name, 'percent', trim_scale(c.percent)::text, 'isCompound', c.is_compound) order by c.position)
     from tax_rate_components c where c.user_id = $1 and c.tax_rate_id = r.id) as components,
    exists (select from document_taxes t where t.user_id = $1 and t.tax_rate_id = r.id)
      or exists (select from journal_lines l where l.user_id = $1 and l.tax_rate_id = r.id) as "isUsed"
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

/**
 * Refuses a rate that a record can't name, and keeps it from being deleted until the transaction ends.
 * @param path the field that names it
 * @param readCurrent reads the rate that the record names so far, which may be archived
 * @throws AppError 404 for a rate that the user doesn't have, 400 for an archived one
 */
export const requireTaxRate = async (
  db: UserDb,
  id: number | null | undefined,
  path: string,
  readCurrent: () => Promise<number | null> = async () => null,
): Promise<void> => {
  if (id == null) return
  const [rate] = await db.rows<{ isArchived: boolean }>(
    'select archived_at is not null as "isArchived" from tax_rates where user_id = $1 and id = $2 for key share',
    [db.userId, id],
    'tax-rates.require',
  )
  const refuse = (status: 400 | 404, message: string) => new AppError(status, message, { issues: [{ path, message }] })
  if (!rate) throw refuse(404, 'This tax rate does not exist any more. Choose another one.')
  if (rate.isArchived && (await readCurrent()) !== id)
    throw refuse(400, 'This tax rate is archived. Choose another one, or restore it first.')
}

/** Adds the names of tax rates to batches of rows, for the export of a list. */
export async function* addTaxRateNames<Row extends { tax_rate_id: number | null }>(
  db: UserDb,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<(Row & { tax_rate: string | null })[]> {
  const names = new Map((await listTaxRates(db, { archived: true })).map(({ id, name }) => [id, name]))
  for await (const rows of batches) yield rows.map((row) => ({ ...row, tax_rate: names.get(Number(row.tax_rate_id)) ?? null }))
}
