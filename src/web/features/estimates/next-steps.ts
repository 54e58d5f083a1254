import type { EstimateWire } from '#shared/api/estimates.ts'
import { type ActionName, estimateActions } from './actions.ts'

const likeliest: Record<EstimateWire['status'], readonly ActionName[]> = {
  draft: ['email', 'convert', 'edit'],
  sent: ['link', 'accept', 'email', 'edit'],
  accepted: ['convert', 'download', 'edit'],
  rejected: ['duplicate', 'edit'],
  expired: ['edit', 'duplicate'],
}

/** What comes next with an estimate, the likeliest first: a draft goes out, what is out waits for its yes, what was refused is written anew. */
export const getNextSteps = (estimate: EstimateWire) =>
  likeliest[estimate.status]
    .map((name) => estimateActions.find((action) => action.name === name)!)
    .filter(({ isAvailable }) => isAvailable(estimate))
