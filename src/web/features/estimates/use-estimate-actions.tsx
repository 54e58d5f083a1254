import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { useEmailAction } from '#web/documents/email/use-email-action.ts'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { useActionRunner } from '#web/documents/list/actions.ts'
import { copyPublicLink } from '#web/documents/list/copy-public-link.ts'
import { downloadPdf } from '#web/documents/list/print-pdf.ts'
import { useDeleteDocument } from '#web/documents/list/use-delete-document.ts'
import type { ListHandlers } from '#web/documents/list/use-document-list.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { useNewEstimate } from '#web/lib/dialogs/new-estimate.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { type ActionName, estimates } from './actions/estimate-kind.ts'
import { useConversion } from './actions/use-conversion.tsx'
import { useRefreshEstimates } from './actions/use-refresh-estimates.ts'
import { useEstimateDialogs } from './use-estimate-dialogs.tsx'

const loadDeposit = () => import('./form/deposit-dialog.tsx')
const loadProgress = () => import('./form/progress-dialog.tsx')

export const useEstimateActions = ({ open, ...deleting }: ListHandlers) => {
  const refresh = useRefreshEstimates()
  const openNewEstimate = useNewEstimate()
  const openRepeat = useRepeat()
  const { edit, dialogs } = useEstimateDialogs()
  const mail = useEmailAction(estimates, refresh)
  const { convert, trialNotice } = useConversion()
  const progressDialog = useLazyDialog(loadProgress)
  const depositDialog = useLazyDialog(loadDeposit)
  const remove = useDeleteDocument<ListedEstimateWire>({
    ...deleting,
    noun: 'estimate',
    endpoints: estimateEndpoints,
    deletedToast: ({ estimateNumber }) => ({ title: 'Estimate Deleted', description: `${estimateNumber} was deleted.` }),
    restoredToast: ({ estimateNumber }) => ({ title: 'Estimate Restored', description: `${estimateNumber} is back.` }),
    deleteFailed: 'Failed to delete estimate. Please try again.',
    restoreFailed: 'Failed to restore estimate. Please try again.',
    refresh,
  })
  const getPdfUrl = (id: number) => getEndpointUrl(estimateEndpoints.pdf, { params: { id } })
  const { run, busy } = useActionRunner<ActionName, ListedEstimateWire>({
    view: ({ id }) => window.open(getPdfUrl(id), '_blank', 'noopener'),
    edit,
    convert: (estimate) => convert(estimate, 'Estimate Converted'),
    download: ({ id }) => downloadPdf(getPdfUrl(id)),
    email: mail.email,
    later: mail.later,
    link: ({ publicUrl }) => publicUrl !== null && copyPublicLink('Estimate', publicUrl),
    progress: (estimate) => progressDialog.show({ estimate }),
    deposit: (estimate) => depositDialog.show({ estimate }),
    accept: (estimate) => convert(estimate, 'Estimate Accepted & Converted'),
    duplicate: ({ id }) => openNewEstimate({ copyOf: id }),
    repeat: ({ id }) => openRepeat({ of: { type: 'estimate', id } }),
    history: ({ id }) => open(id),
    delete: remove,
  })
  return {
    run,
    busy,
    dialogs: (
      <>
        {dialogs}
        {mail.dialog}
        {trialNotice}
        {progressDialog.dialog}
        {depositDialog.dialog}
      </>
    ),
  }
}
