import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

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
  const rates = await db.rows<{ id: number; name: string }>(
    'select id, name from tax_rates where user_id = $1',
    [db.userId],
    'tax-rates.names',
  )
  const names = new Map(rates.map(({ id, name }) => [id, name]))
  for await (const rows of batches) yield rows.map((row) => ({ ...row, tax_rate: names.get(Number(row.tax_rate_id)) ?? null }))
}
