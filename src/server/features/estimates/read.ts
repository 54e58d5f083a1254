import { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { estimate } from '#shared/contract/estimates.ts'
import type { Day } from '#shared/dates.ts'
import { estimateRecordSql } from './record.ts'

/** An estimate as the app knows it: amounts in cents, its status as of a day, `publicUrl` as a path. */
export type Estimate = z.output<typeof estimate>

const estimates = z.array(estimate)

/** Rows of the database as estimates. */
export const parseEstimates = (rows: unknown[]): Estimate[] => estimates.parse(rows)

/** As replies show it. The link is a path otherwise, so that it is right wherever the server answers. */
export const withAbsoluteUrls =
  (absolute: (path: string) => string) =>
  (estimate: Estimate): Estimate => ({ ...estimate, publicUrl: estimate.publicUrl && absolute(estimate.publicUrl) })

/** @throws AppError 404 */
export const getEstimate = async (db: UserDb, id: number, today: Day): Promise<Estimate> => {
  const [found] = parseEstimates(await db.rows(estimateRecordSql.one, [db.userId, today, '', id], 'estimates.one'))
  if (!found) throw notFound('Estimate')
  return found
}
