import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { estimate } from '#shared/contract/estimates.ts'
import type { Day } from '#shared/dates.ts'
import { estimateRecordSql } from './record.ts'

/** An estimate in code: amounts in cents, status as of today, `publicUrl` as a path. */
export type Estimate = z.output<typeof estimate>

const estimates = z.array(estimate)

/** Parses database rows. */
export const parseEstimates = (rows: unknown[]): Estimate[] => estimates.parse(rows)

/** Converts an estimate to its reply. The link is a path otherwise, so that it is valid for every URL of the server. */
export const withAbsoluteUrls =
  (absolute: (path: string) => string) =>
  (estimate: Estimate): Estimate => ({ ...estimate, publicUrl: estimate.publicUrl && absolute(estimate.publicUrl) })

/** @throws AppError 404 */
export const getEstimate = async (db: UserDb, id: number, today: Day): Promise<Estimate> => {
  const [found] = parseEstimates(await db.rows(estimateRecordSql.one, [db.userId, today, '', id], 'estimates.one'))
  if (!found) throw notFound('Estimate')
  return found
}
