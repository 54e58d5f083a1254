import { estimateType } from '#server/domain/documents/document-type.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { EstimateEdit } from '#shared/contract/estimates.ts'
import type { Day } from '#shared/dates.ts'
import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { type ConvertDeps, convertEstimate } from './convert.ts'
import { lockEstimate } from './lock.ts'
import { type Estimate, getEstimate } from './read.ts'
import { setStatus } from './status.ts'

type Ask = { id: number; edit: EstimateEdit; today: Day }

/**
 * Saves an edit whole, or not at all: fields, lines, totals and status; one that becomes accepted is converted.
 * @param shown the estimate as replies show it, for a refused save of a stale copy
 * @throws AppError 400 for sums that don't fit, 404 for an estimate, customer or item that isn't the user's, 409 for a stale copy or a number that is
 *   taken, or for other contents of one that the customer accepted; as `convertEstimate` does
 */
export const editEstimate = async (
  deps: ConvertDeps,
  db: UserDb,
  { id, edit, today }: Ask,
  shown: (estimate: Estimate) => Estimate,
): Promise<Estimate> => {
  await lockEstimate(db, id)
  const before = await getEstimate(db, id, today)
  // The status as it is shown today is no wish: a form that was opened on it sends it back as it was.
  const wish = edit.status === before.status ? undefined : edit.status
  const after = await editDocument(db, estimateType, {
    before,
    edit: { ...edit, number: edit.estimateNumber, endDate: edit.expiryDate },
    own: ({ estimateNumber, expiryDate, status }) => ({
      number: estimateNumber,
      endDate: expiryDate,
      status: estimateStatusLabels[status],
    }),
    shown,
    follow: async () => {
      if (wish) await setStatus(db, { id, wish, expiryDate: edit.expiryDate, today })
      return wish !== undefined
    },
    read: () => getEstimate(db, id, today),
  })
  if (!wish && before.status === 'accepted' && before.answer && after.version !== before.version) throw acceptedAsItIs()
  if (wish !== 'accepted') return after
  await convertEstimate(deps, db, { id, today })
  return getEstimate(db, id, today)
}

/** What somebody agreed to, with his name below it, isn't changed beneath it: it has to be offered anew. */
const acceptedAsItIs = () =>
  new AppError(409, 'The customer accepted this estimate as it is. To change what it says, set its status to Draft or Sent as well.')
