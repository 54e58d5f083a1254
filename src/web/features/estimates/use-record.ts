import type { EstimateWire } from '#shared/api/estimates.ts'
import { call } from '#web/lib/api.ts'
import { useDocument, useDocumentHistory } from '#web/paper/use-record.ts'
import { listEstimates, readEstimate, readHistory } from './calls.ts'

/** One estimate as it is now; a card of the list stands in until it is here. */
export const useEstimate = (id: number, listed: EstimateWire | undefined) =>
  useDocument(listEstimates.path, id, listed, (signal) => call(readEstimate, { params: { id }, signal }))

/** Its e-mails and history. */
export const useHistory = (id: number) =>
  useDocumentHistory(listEstimates.path, id, (signal) => call(readHistory, { params: { id }, signal }))
