import { useDocumentActions } from '#web/documents/actions/use-document-actions.ts'
import { useRepeat } from '#web/documents/form/repeat.ts'
import type { ListHandlers } from '#web/documents/list/use-document-list.ts'
import { estimates } from './actions/estimate-kind.ts'
import { useConversion } from './actions/use-conversion.tsx'

const loadDeposit = () => import('./form/deposit-dialog.tsx')
const loadProgress = () => import('./form/progress-dialog.tsx')

export const useEstimateActions = (list: ListHandlers) => {
  const openRepeat = useRepeat()
  const { convert, trialNotice } = useConversion()
  const { dialogs, ...actions } = useDocumentActions(estimates, list, (show) => ({
    convert: (estimate) => convert(estimate, 'Estimate Converted'),
    progress: (estimate) => show(loadProgress, { estimate }),
    deposit: (estimate) => show(loadDeposit, { estimate }),
    accept: (estimate) => convert(estimate, 'Estimate Accepted & Converted'),
    repeat: ({ id }) => openRepeat({ of: { type: 'estimate', id } }),
  }))
  return { ...actions, dialogs: [...dialogs, trialNotice] }
}
