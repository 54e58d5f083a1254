import { estimateType } from '#server/domain/documents/document-type.ts'
import { type CreatedDocument, prepareCreate } from '#server/domain/documents/lifecycle/create.ts'
import { holdDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { EstimateInput } from '#shared/contract/estimates.ts'
import type { Day } from '#shared/dates.ts'
import { type ConvertDeps, convertEstimate } from './convert.ts'
import { estimateRecordSql } from './record.ts'
import { setStatus } from './status.ts'

const create = prepareCreate(estimateType, { gate: holdDocuments, reply: estimateRecordSql.from({ documents: 'made', lines: 'lines' }) })

/**
 * Creates an estimate whole, or not at all; one that is accepted is converted too.
 * @returns the new row's id, its number, and the reply as long as it is a draft
 * @throws AppError 400 for sums that don't fit, 404 for a customer or item that isn't the user's, 409 for a number that is taken; as `convertEstimate` does
 */
export const createEstimate = async (deps: ConvertDeps, db: UserDb, input: EstimateInput, today: Day): Promise<CreatedDocument> => {
  const made = (await create(db, { ...input, number: input.estimateNumber, endDate: input.expiryDate }, today))!
  const { id } = made
  if (input.status !== 'draft') await setStatus(db, { id, wish: input.status, expiryDate: input.expiryDate, today })
  if (input.status === 'accepted') await convertEstimate(deps, db, { id, today })
  return made
}
