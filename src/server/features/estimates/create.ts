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
 * Creates an estimate; an accepted one is converted.
 * @returns the new row's id, its number, and the reply, which is valid for a draft only
 * @throws AppError 400 for wrong totals, 404 for a customer or item of another user, 409 for a taken number; and as `convertEstimate`
 */
export const createEstimate = async (deps: ConvertDeps, db: UserDb, input: EstimateInput, today: Day): Promise<CreatedDocument> => {
  const made = (await create(db, { ...input, number: input.estimateNumber, endDate: input.expiryDate }, today))!
  const { id } = made
  if (input.status !== 'draft') await setStatus(db, { id, wish: input.status, expiryDate: input.expiryDate, today })
  if (input.status === 'accepted') await convertEstimate(deps, db, { id, today })
  return made
}
