import { estimateType } from '#server/domain/documents/document-type.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { EstimateEdit } from '#shared/contract/estimates.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { convertEstimate } from './convert.ts'
import { refuseLostDeposit } from './deposit.ts'
import { refuseOtherAmounts } from './progress.ts'
import { type Estimate, getEstimate, lockEstimate } from './read.ts'
import { setStatus } from './status.ts'

type EditRequest = { id: number; edit: EstimateEdit; today: Day }

/**
 * An estimate that becomes accepted is converted. @param toReply for the refusal of a stale copy
 * @throws AppError 400 for wrong totals, 404 for an estimate, customer or item of another user, 409 for a stale copy, a taken number, or a
 * change of an estimate that the customer accepted; and as `convertEstimate`
 */
export const editEstimate = async (
  db: UserDb,
  { id, edit, today }: EditRequest,
  toReply: (estimate: Estimate) => Estimate,
): Promise<Estimate> => {
  await lockEstimate(db, id)
  const before = await getEstimate(db, id, today)
  // The displayed status isn't a change request: the form sends it back unchanged.
  const requested = edit.status === before.status ? undefined : edit.status
  const after = await editDocument(db, estimateType, {
    before,
    edit: { ...edit, number: edit.estimateNumber, endDate: edit.expiryDate },
    own: ({ estimateNumber, expiryDate, status }) => ({
      number: estimateNumber,
      endDate: expiryDate,
      status: estimateStatusLabels[status],
    }),
    toReply,
    applyConsequences: async () => {
      if (requested) await setStatus(db, { id, requested, expiryDate: edit.expiryDate, today })
      return requested !== undefined
    },
    read: () => getEstimate(db, id, today),
  })
  if (!requested && before.status === 'accepted' && before.answer && after.version !== before.version) throw acceptedEstimateError()
  await refuseOtherAmounts(db, before, after)
  if (after.version !== before.version) await refuseLostDeposit(db, after)
  if (requested !== 'accepted') return after
  await convertEstimate(db, { id, today })
  return getEstimate(db, id, today)
}

const acceptedEstimateError = () =>
  new AppError(409, 'The customer accepted this estimate as it is. To change what it says, set its status to Draft or Sent as well.')
