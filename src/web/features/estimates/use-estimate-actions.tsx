import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { useRepeat } from '#web/documents/form/repeat.ts'
import { useActionRunner } from '#web/documents/list/actions.ts'
import { printPdf } from '#web/documents/list/print-pdf.ts'
import { useDeleteDocument } from '#web/documents/list/use-delete-document.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useNewEstimate } from '#web/lib/dialogs/new-estimate.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { toast } from '#web/lib/toast.ts'
import type { ActionName } from './actions/actions.ts'
import { useConversion } from './actions/use-conversion.tsx'
import { useRefreshEstimates } from './actions/use-refresh-estimates.ts'
import { useEstimateDialogs } from './use-estimate-dialogs.tsx'

const loadDeposit = () => import('./form/deposit-dialog.tsx')
const loadProgress = () => import('./form/progress-dialog.tsx')

const printDelayMs = 1000

const refused = (title: string, description: string) => toast({ title, description, variant: 'destructive' })

type Options = {
  open: (id: number) => void
  /** Called before the estimate is deleted: its panel closes, and the neighboring card will take the focus. */
  onDeleted: (id: number) => void
  onDeleteStart: (id: number) => void
}

/** Render `dialogs` once. */
export const useEstimateActions = ({ open, onDeleted, onDeleteStart }: Options) => {
  const refresh = useRefreshEstimates()
  const openNewEstimate = useNewEstimate()
  const openRepeat = useRepeat()
  const { edit, send, dialogs } = useEstimateDialogs()
  const { convert, trialNotice } = useConversion()
  const progressDialog = useLazyDialog(loadProgress)
  const depositDialog = useLazyDialog(loadDeposit)
  const remove = useDeleteDocument<ListedEstimateWire>({
    question: 'Are you sure you want to delete this estimate?',
    remove: (id, request) => call(estimateEndpoints.remove, { params: { id }, ...request }),
    restore: (id, request) => call(estimateEndpoints.restore, { params: { id }, ...request }),
    deletedToast: ({ estimateNumber }) => ({ title: 'Estimate Deleted', description: `${estimateNumber} was deleted.` }),
    restoredToast: ({ estimateNumber }) => ({ title: 'Estimate Restored', description: `${estimateNumber} is back.` }),
    deleteFailed: 'Failed to delete estimate. Please try again.',
    restoreFailed: 'Failed to restore estimate. Please try again.',
    refresh,
    onDeleted,
    onDeleteStart,
  })
  const copyLink = async ({ publicUrl }: ListedEstimateWire) => {
    if (publicUrl === null) return
    toast({ title: (await copyText(publicUrl)) ? 'Link Copied' : 'Link to the Estimate', description: publicUrl })
  }
  const email = (estimate: ListedEstimateWire, isLater: boolean) => {
    const may = mayEmailEstimate(estimate)
    if (may === true) return send(estimate, isLater)
    return refused(estimate.customer.email ? 'Email Failed' : 'No Email Address', may)
  }
  const { run, busy } = useActionRunner<ActionName, ListedEstimateWire>({
    view: ({ id }) => window.open(getEndpointUrl(estimateEndpoints.pdf, { params: { id } }), '_blank', 'noopener'),
    edit,
    convert: (estimate) => convert(estimate, 'Estimate Converted'),
    download: ({ id }) =>
      printPdf(getEndpointUrl(estimateEndpoints.pdf, { params: { id } }), printDelayMs, (why) =>
        why === 'blocked'
          ? refused('Popup Blocked', 'Please allow popups to download the PDF.')
          : refused('Error', 'Failed to download PDF. Please try again.'),
      ),
    email: (estimate) => email(estimate, false),
    later: (estimate) => email(estimate, true),
    link: copyLink,
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
    create: () => void openNewEstimate(),
    dialogs: (
      <>
        {dialogs}
        {trialNotice}
        {progressDialog.dialog}
        {depositDialog.dialog}
      </>
    ),
  }
}
